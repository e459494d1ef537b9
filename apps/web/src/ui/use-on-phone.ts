import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';

/** Whether the window is as narrow as a phone's: rows become cards, filters a sheet, and dialogs fill the window. */
export function useOnPhone(): boolean {
  return useMediaQuery(({ breakpoints }: Theme) => breakpoints.down('sm'));
}

/** Whether something fits beside the content: the sidebar beside a page, the evidence beside a queue. */
export function useRoomBeside(): boolean {
  return !useMediaQuery(({ breakpoints }: Theme) => breakpoints.down('md'));
}
