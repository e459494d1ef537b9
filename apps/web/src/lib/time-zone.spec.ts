import { describe, expect, it } from 'vitest';
import { formatTimeIn, offsetOf, zoneLabel, zoneOptions } from './time-zone';

describe('time zones', () => {
  it('are listed under the names of today, each once', () => {
    const zones = zoneOptions().map(({ zone }) => zone);
    expect(zones).toContain('Asia/Kolkata');
    expect(zones).not.toContain('Asia/Calcutta');
    expect(zones).toContain('UTC');
    expect(new Set(zones).size).toBe(zones.length);
    expect(zones.length).toBeGreaterThan(300);
  });

  it('are named by their city, with the offset of the moment', () => {
    expect(zoneLabel('Asia/Kolkata')).toBe('Kolkata (GMT+5:30)');
    expect(zoneLabel('America/Argentina/Buenos_Aires')).toBe('Buenos Aires (GMT-3)');
    expect(zoneLabel('Mars/Olympus')).toBe('Mars/Olympus');
    expect(offsetOf('America/New_York', new Date('2026-01-15T12:00:00Z'))).toBe('GMT-5');
    expect(offsetOf('America/New_York', new Date('2026-07-15T12:00:00Z'))).toBe('GMT-4');
  });

  it('tell the time', () => {
    expect(formatTimeIn('Asia/Dubai', new Date('2026-11-21T10:45:00Z')).replace(/\s/g, ' ')).toBe('2:45 PM');
  });
});
