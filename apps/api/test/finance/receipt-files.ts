/** Tiny images and an empty page, as written by common programs. */
export const receiptFiles = {
  'image/png': {
    name: 'bill.png',
    bytes: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGBAMAAAAMK8LIAAAAElBMVEX/AADMADOZAGZmAJkzAMwAAP/hvKCLAAAAHElEQVQI12NgAAFBIGBQ' +
        'AgIGYyBgcAEChlAgAAAkpAP9A4sMkAAAAABJRU5ErkJggg==',
      'base64',
    ),
  },
  'image/jpeg': {
    name: 'photo.jpeg',
    bytes: Buffer.from(
      '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1x' +
        'eXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAAR' +
        'CAAEAAQDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAA' +
        'BQb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCKALXj/9k=',
      'base64',
    ),
  },
  'image/webp': {
    name: 'scan.webp',
    bytes: Buffer.from(
      'UklGRlQAAABXRUJQVlA4IEgAAAAwAwCdASoIAAYAAgA0JagCdLcAlgH8AwgD9APf/A9EArXgAP73nEpAeVM/+euOGOKv7kYY4q/99pf69v/g' +
        'm/QruYB7V5jaAAA=',
      'base64',
    ),
  },
  'application/pdf': {
    name: 'invoice.pdf',
    bytes: Buffer.from(
      [
        '%PDF-1.4',
        '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
        '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
        '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj',
        'trailer<</Root 1 0 R>>',
        '%%EOF',
      ].join('\n'),
    ),
  },
} as const;
