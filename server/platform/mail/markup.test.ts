import { describe, expect, it } from 'vitest';
import { readMarkup } from '#shared/markup.ts';
import { markupHtml, markupText } from './markup.ts';

const html = (text: string) => markupHtml(text).replaceAll(' rel="noopener noreferrer" target="_blank"', '');

describe('the simple text of letters', () => {
  it('has paragraphs, lines, lists, bold words and links', () => {
    const text =
      'Dear friends,\nwe **meet** on Monday.\n\nAgenda:\n- Accounts\n- [Papers](https://www.example.org/a?b=1&c=2)\n\n\n\nThank you';
    expect(html(text)).toBe(
      '<p>Dear friends,<br>we <strong>meet</strong> on Monday.</p><p>Agenda:</p>' +
        '<ul><li>Accounts</li><li><a href="https://www.example.org/a?b=1&amp;c=2">Papers</a></li></ul><p>Thank you</p>',
    );
    expect(markupText(readMarkup(text))).toBe(
      'Dear friends,\nwe meet on Monday.\n\nAgenda:\n\n- Accounts\n- Papers (https://www.example.org/a?b=1&c=2)\n\nThank you',
    );
  });

  it.each([
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['[x](javascript:alert(1))', '<p>[x](javascript:alert(1))</p>'],
    ['[x](http://example.org)', '<p>[x](http://example.org)</p>'],
    ['[x](https://trusted.example@evil.example)', '<p>[x](https://trusted.example@evil.example)</p>'],
    ['[x](https://example.org" onclick="alert(1))', '<p>[x](https://example.org&quot; onclick=&quot;alert(1))</p>'],
    ['[<b>](https://example.org)', '<p><a href="https://example.org">&lt;b&gt;</a></p>'],
    ['[**b**](https://example.org)', '<p><a href="https://example.org"><strong>b</strong></a></p>'],
    ['2 ** 3 ** 4', '<p>2 ** 3 ** 4</p>'],
    ['**not\nbold**', '<p>**not<br>bold**</p>'],
    ['-no list', '<p>-no list</p>'],
    ['{{otp}} &amp; {{name}}', '<p>{{otp}} &amp;amp; {{name}}</p>'],
    ['नमस्ते **मित्रों**\u2028-- ', '<p>नमस्ते <strong>मित्रों</strong><br>--</p>'],
  ])('%j', (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  it('cannot end the mail early in plain text', () => {
    expect(markupText(readMarkup('one\n-- \ntwo'))).toBe('one\n--\ntwo');
  });

  it.each([
    ['**a '.repeat(5_000)],
    ['['.repeat(20_000)],
    ['[a](https://'.repeat(1_600)],
    ['- '.repeat(10_000)],
    ['\n \n'.repeat(6_000)],
  ])('reads a text that was made to be slow', (text) => {
    expect(markupHtml(text).length).toBeGreaterThanOrEqual(text.trim().length / 2);
  });
});
