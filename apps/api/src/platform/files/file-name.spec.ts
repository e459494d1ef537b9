import { cleanFileName } from './file-name';

describe('the name of a file', () => {
  const pdf = (name: string) => cleanFileName(name, ['pdf']);

  it.each([
    ['invoice.pdf', 'invoice.pdf'],
    ['INVOICE.PDF', 'INVOICE.PDF'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\Users\\me\\bill.pdf', 'bill.pdf'],
    ['  a \t b\u0000\u0007.pdf ', 'a b.pdf'],
    ['\u202Efdp.exe', 'fdp.exe.pdf'],
    ['page.html', 'page.html.pdf'],
    ['', 'file.pdf'],
    ['...', 'file.pdf'],
    ['.pdf', 'pdf.pdf'],
    ['ক্ষুদ্র রসিদ — ১২.pdf', 'ক্ষুদ্র রসিদ — ১২.pdf'],
    // A joiner changes the shape of the neighbouring letters.
    ['ক্‍ষ.pdf', 'ক্‍ষ.pdf'],
    ['re\u0301sume\u0301.pdf', 'résumé.pdf'],
  ])('%j becomes %j', (given, cleaned) => {
    expect(pdf(given)).toBe(cleaned);
  });

  it('keeps an extension that is valid for the type', () => {
    expect(cleanFileName('photo.jpeg', ['jpg', 'jpeg'])).toBe('photo.jpeg');
    expect(cleanFileName('photo.png', ['jpg', 'jpeg'])).toBe('photo.png.jpg');
  });

  it('has at most 120 characters and never ends within a grapheme', () => {
    expect(pdf(`${'x'.repeat(300)}.pdf`)).toBe(`${'x'.repeat(116)}.pdf`);
    const family = '👨‍👩‍👧';
    const name = pdf(`${family.repeat(60)}.pdf`);
    expect(name.length).toBeLessThanOrEqual(120);
    expect(name.replace('.pdf', '').replaceAll(family, '')).toBe('');
  });
});
