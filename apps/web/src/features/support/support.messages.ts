/** Whether the office is open, and until when. */
export const officeTexts = {
  open: (until: string) => `Open now, closes at ${until}.`,
  opensToday: (at: string) => `Closed, opens today at ${at}.`,
  opensTomorrow: (at: string) => `Closed, opens tomorrow at ${at}.`,
  opensOn: (weekday: string, at: string) => `Closed, opens ${weekday} at ${at}.`,
};
