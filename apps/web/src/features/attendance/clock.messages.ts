/** What a scanned code is for, by whether the person is clocked in. */
export const codeQuestions = {
  unknown: (laboratory: string | undefined) =>
    laboratory === undefined ? 'Clock in or out with the scanned code?' : `Clock in or out at ${laboratory}?`,
  in: (laboratory: string | undefined) =>
    laboratory === undefined ? 'Clock out with the scanned code?' : `Clock out at ${laboratory}?`,
  out: (laboratory: string | undefined) =>
    laboratory === undefined ? 'Clock in with the scanned code?' : `Clock in at ${laboratory}?`,
};

export const offlineClockText =
  "You're offline. Your clock times are kept on this device and sent when you're back online.";

export const scanInsteadText =
  "Scan the code on the display to prove the time. Without it, this device's time is used.";

/** Below the time at work; without a day it is today. */
export function atWorkText(day: string | undefined): string {
  return day === undefined ? 'at work today' : `at work on ${day}`;
}

export function holidayText(name: string | null): string {
  return name === null
    ? 'Today is a holiday. Work needs approval.'
    : `Today is a holiday: ${name}. Work needs approval.`;
}
