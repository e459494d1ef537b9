import type { Complaint } from '@shifa/contract';

/** The address of a chat, without a number one whose recipient the sender chooses. */
export function chatLink(number: string | null, text?: string): string {
  const query = text === undefined ? '' : `?${new URLSearchParams({ text }).toString().replaceAll('+', '%20')}`;
  return `https://wa.me/${number ?? ''}${query}`;
}

export function complaintText(name: string, complaint: Complaint): string {
  return [
    '*New Complaint*',
    `Name: ${name}`,
    `Email: ${complaint.contactEmail}`,
    `Phone: ${complaint.contactPhone || 'N/A'}`,
    `Subject: ${complaint.subject}`,
    `Category: ${complaint.category}`,
    `Priority: ${complaint.priority}`,
    `Description: ${complaint.description}`,
  ].join('\n');
}

/** Opens an address in a new tab, which cannot reach back. @returns whether the browser allowed it. */
export function openInNewTab(address: string): boolean {
  // The feature `noopener` would make `open` answer null also when the tab is opened.
  try {
    const tab = window.open(address, '_blank');
    if (tab) tab.opener = null;
    return tab !== null;
  } catch {
    // Embedded browsers and some extensions refuse by throwing.
    return false;
  }
}
