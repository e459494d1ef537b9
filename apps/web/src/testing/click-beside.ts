import userEvent from '@testing-library/user-event';

/** Clicks beside the open dialog, on what covers the page below it. */
export async function clickBeside(): Promise<void> {
  const beside = document.querySelector('.MuiDialog-container');
  if (!beside) throw new Error('No dialog is open');
  await userEvent.click(beside);
}
