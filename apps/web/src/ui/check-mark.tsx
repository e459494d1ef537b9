import CheckBox from '@mui/icons-material/CheckBoxOutlined';
import CheckBoxOutlineBlank from '@mui/icons-material/CheckBoxOutlineBlankOutlined';
import RadioButtonChecked from '@mui/icons-material/RadioButtonCheckedOutlined';
import RadioButtonUnchecked from '@mui/icons-material/RadioButtonUncheckedOutlined';

type CheckMarkProps = {
  checked: boolean;
  /** Of entries of which only one can be checked. */
  single?: boolean;
};

/** What an entry of a menu looks like that can be chosen. The entry itself is what is used and read out. */
export function CheckMark({ checked, single = false }: CheckMarkProps) {
  const [On, Off] = single ? [RadioButtonChecked, RadioButtonUnchecked] : [CheckBox, CheckBoxOutlineBlank];
  const Icon = checked ? On : Off;
  return <Icon color={checked ? 'primary' : 'action'} sx={{ fontSize: 20, mr: 2 }} />;
}
