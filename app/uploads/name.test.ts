import { describe, expect, test } from 'vitest';
import { displayName } from './name';

describe('the displayed name of a file', () => {
  test.each([
    ['receipt.png', 'receipt.png'],
    ['../../etc/passwd', 'passwd.png'],
    ['C:\\Users\\ann\\receipt.jpeg', 'receipt.png'],
    ['..', 'upload.png'],
    ['', 'upload.png'],
    ['.htaccess', 'upload.png'],
    ['a\r\nSet-Cookie: x=1.png', 'a Set-Cookie: x=1.png'],
    ['gnp\u202egpj.exe', 'gnp gpj.png'],
    ['a\0b.php.png', 'a b.php.png'],
    ['квитанция № 5.jpg', 'квитанция № 5.png'],
  ])('of %j is %j', (declared, shown) => expect(displayName(declared, 'png')).toBe(shown));

  test('has at most 100 characters', () => {
    expect([...displayName(`${'🙂'.repeat(300)}.png`, 'png')]).toHaveLength(100);
  });
});
