import CheckBox from '@mui/icons-material/CheckBoxOutlined';
import CheckBoxOutlineBlank from '@mui/icons-material/CheckBoxOutlineBlankOutlined';

/** What an entry of a menu looks like that can be chosen. The entry itself is what is used and read out. */
export function CheckMark({ checked }: { checked: boolean }) {
  const Icon = checked ? CheckBox : CheckBoxOutlineBlank;
  return <Icon color={checked ? 'primary' : 'action'} sx={{ fontSize: 20, mr: 2 }} />;
}
