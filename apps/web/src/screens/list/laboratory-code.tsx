import Tooltip from '@mui/material/Tooltip';

type LaboratoryCodeProps = {
  row: { laboratoryId: { name: string; code: string } };
  /** Of the cell: with it, the keyboard reaches the name too. */
  tabIndex: 0 | -1;
};

/** The code of a laboratory in a cell of a grid, which has no room for the name. */
export function LaboratoryCode({ row: { laboratoryId }, tabIndex }: LaboratoryCodeProps) {
  return (
    <Tooltip title={laboratoryId.name}>
      <span tabIndex={tabIndex}>{laboratoryId.code}</span>
    </Tooltip>
  );
}
