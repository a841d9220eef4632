import { constants, deflateRawSync, deflateSync } from 'node:zlib';

/** The objects of a PDF, the first of which is its catalogue: text, or a dictionary with a stream. */
type PdfObject = string | { entries: string; stream: Buffer | string };

/** A PDF of these objects with a right table; `broken` changes its end. */
export function pdfOf(objects: readonly PdfObject[], { trailer = '', table = true } = {}): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    if (typeof object === 'string') add(Buffer.from(`${index + 1} 0 obj\n${object}\nendobj\n`, 'latin1'));
    else {
      const stream = Buffer.from(object.stream as Buffer);
      add(Buffer.from(`${index + 1} 0 obj\n<<${object.entries}/Length ${stream.length}>>\nstream\n`, 'latin1'));
      add(stream);
      add(Buffer.from('\nendstream\nendobj\n', 'latin1'));
    }
  }
  const start = length;
  if (table) {
    const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`, 'latin1'));
  }
  add(
    Buffer.from(
      `trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`,
      'latin1',
    ),
  );
  return Buffer.concat(parts);
}

const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
const shown = (text: string) => `BT /F1 12 Tf 50 700 Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`;

/** Plain pages in Helvetica, or in a font that calls itself `name`. */
export function plainPdf(
  texts: readonly string[],
  { name = 'Helvetica', catalogue = '', trailer = '', first = [] as PdfObject[] } = {},
): Buffer {
  const base = 4 + first.length;
  const kids = texts.map((_text, index) => `${base + 2 * index} 0 R`).join(' ');
  return pdfOf(
    [
      `<</Type/Catalog/Pages 2 0 R${catalogue}>>`,
      `<</Type/Pages/Count ${texts.length}/Kids[${kids}]>>`,
      font.replace('Helvetica', name),
      ...first,
      ...texts.flatMap((text, index): PdfObject[] => [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${base + 2 * index + 1} 0 R>>`,
        { entries: '', stream: shown(text) },
      ]),
    ],
    { trailer },
  );
}

/** One page whose content is this, with further objects from 5 on. */
const onePage = (content: PdfObject, resources = '', further: PdfObject[] = [], page = '', catalogue = '') =>
  pdfOf([
    `<</Type/Catalog/Pages 2 0 R${catalogue}>>`,
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 5 0 R>>${resources}>>/Contents 4 0 R${page}>>`,
    content,
    font,
    ...further,
  ]);

/** A page that holds a picture and no text. */
export const picturePdf = (): Buffer =>
  onePage({ entries: '', stream: 'q 500 0 0 700 40 60 cm /I Do Q' }, '/XObject<</I 6 0 R>>', [
    {
      entries: '/Type/XObject/Subtype/Image/Width 2/Height 2/ColorSpace/DeviceGray/BitsPerComponent 8',
      stream: Buffer.from([0, 255, 255, 0]),
    },
  ]);

const sentence = 'The accused was convicted under section 302 by the court of session at Nagpur on appeal. ';
const many = <Each>(each: Each, times: number) => Array.from({ length: times }, () => each);
/** Forms that each draw the next one ten times. */
const expanding = (depth: number): PdfObject[] =>
  Array.from({ length: depth }, (_each, index) => ({
    entries: `/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</Font<</F1 5 0 R>>${index < depth - 1 ? `/XObject<</X ${7 + index} 0 R>>` : ''}>>`,
    stream: index < depth - 1 ? many('/X Do', 10).join('\n') : shown('grain of rice'),
  }));
/** So many megabytes of this text, compressed: one compressed block, repeated. */
function bomb(megabytes: number, text: string): Buffer {
  const block = deflateRawSync(Buffer.alloc(1_000_000, text), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...many(block, megabytes)]);
}
const deflated = (text: Buffer | string, entries = '') => ({
  entries: `${entries}/Filter/FlateDecode`,
  stream: deflateSync(text),
});

export type Expected = 'searchable' | 'pictures' | 'tooLong' | 'unreadable';

/** Files that harm careless readers, and what is to become of them; several: whatever the library makes of it, and nothing else. */
export function hostilePdfs(): Record<string, { make: () => Buffer; expected: Expected[] }> {
  const any: Expected[] = ['searchable', 'pictures', 'tooLong', 'unreadable'];
  const noText: Expected[] = ['pictures', 'unreadable'];
  const valid = plainPdf([sentence, sentence]);
  const files: Record<string, [make: () => Buffer, Expected[]]> = {
    // Broken.
    'only its head': [() => Buffer.from('%PDF-1.7\n'), ['unreadable']],
    'its head and noise': [
      () => Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(50_000, 'x7f\x00\xff')]),
      ['unreadable'],
    ],
    'cut in half': [() => valid.subarray(0, valid.length / 2), any],
    'cut at its end': [() => valid.subarray(0, valid.length - 30), any],
    'without a table': [
      () => pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 0/Kids[]>>'], { table: false }),
      ['unreadable', 'pictures'],
    ],
    'a table that lies': [
      () => Buffer.from(valid.toString('latin1').replace(/(\d{10}) 00000 n/g, '0000000007 00000 n'), 'latin1'),
      any,
    ],
    'a start far away': [
      () => Buffer.from(valid.toString('latin1').replace(/startxref\n\d+/, 'startxref\n999999999999'), 'latin1'),
      any,
    ],
    'a table that begins with itself': [
      () => Buffer.from(valid.toString('latin1').replace('/Root', `/Prev ${valid.indexOf('xref')}/Root`), 'latin1'),
      any,
    ],
    'lengths that lie': [
      () => Buffer.from(valid.toString('latin1').replace(/\/Length \d+/g, '/Length 2147483647'), 'latin1'),
      any,
    ],
    'negative lengths': [
      () => Buffer.from(valid.toString('latin1').replace(/\/Length \d+/g, '/Length -5'), 'latin1'),
      any,
    ],
    'no catalogue': [
      () => Buffer.from(valid.toString('latin1').replace('/Type/Catalog', '/Type/Nothing'), 'latin1'),
      any,
    ],
    'no pages': [() => pdfOf(['<</Type/Catalog>>']), ['unreadable']],
    'pages that are none': [
      () => pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 50/Kids[9 0 R 9 0 R]>>']),
      ['unreadable', 'pictures'],
    ],
    // Numbers that are too large.
    'a count of two thousand million': [
      () =>
        pdfOf([
          '<</Type/Catalog/Pages 2 0 R>>',
          '<</Type/Pages/Count 2147483647/Kids[3 0 R]>>',
          '<</Type/Page/Parent 2 0 R>>',
        ]),
      any,
    ],
    'a negative count': [
      () =>
        pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count -4/Kids[3 0 R]>>', '<</Type/Page/Parent 2 0 R>>']),
      any,
    ],
    'a huge page': [() => onePage({ entries: '', stream: shown(sentence) }, '', [], '/MediaBox[0 0 1e38 1e38]'), any],
    'objects without end': [
      () =>
        pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 1/Kids[3 0 R]>>', '<</Type/Page/Parent 2 0 R>>'], {
          trailer: '/Size 2147483647',
        }),
      any,
    ],
    // Circles and depth.
    'a tree of pages that is a circle': [
      () => pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 9/Kids[2 0 R 2 0 R]>>']),
      any,
    ],
    'a page that is its own parent': [
      () =>
        pdfOf([
          '<</Type/Catalog/Pages 2 0 R>>',
          '<</Type/Pages/Count 1/Kids[3 0 R]>>',
          '<</Type/Page/Parent 3 0 R/Contents 3 0 R>>',
        ]),
      any,
    ],
    'a form that draws itself': [
      () =>
        onePage({ entries: '', stream: '/X Do' }, '/XObject<</X 6 0 R>>', [
          { entries: '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>', stream: '/X Do' },
        ]),
      noText,
    ],
    'an indirect length of itself': [() => onePage({ entries: '/Length 4 0 R', stream: shown(sentence) }), any],
    'arrays a million deep': [
      () => onePage({ entries: '', stream: `${'['.repeat(1_000_000)} ${shown(sentence)}` }),
      any,
    ],
    'dictionaries a hundred thousand deep': [
      () =>
        pdfOf([
          `<</Type/Catalog/Pages 2 0 R/A${'<</A'.repeat(100_000)} 1${'>>'.repeat(100_000)}>>`,
          '<</Type/Pages/Count 0/Kids[]>>',
        ]),
      any,
    ],
    'a tree of a thousand levels': [
      () =>
        pdfOf([
          '<</Type/Catalog/Pages 2 0 R>>',
          ...Array.from({ length: 1_000 }, (_e, i) => `<</Type/Pages/Count 1/Kids[${i + 3} 0 R]>>`),
          '<</Type/Page/MediaBox[0 0 9 9]>>',
        ]),
      any,
    ],
    'states that are never closed': [
      () => onePage({ entries: '', stream: `${'q '.repeat(2_000_000)} ${shown(sentence)}` }),
      any,
    ],
    'a filter a hundred times': [
      () => onePage({ entries: `/Filter[${many('/FlateDecode', 100).join('')}]`, stream: deflateSync('x') }),
      noText,
    ],
    // Bombs.
    'a gigabyte of blanks': [() => onePage({ entries: '/Filter/FlateDecode', stream: bomb(1_000, ' ') }), noText],
    'a bomb in a bomb': [
      () =>
        onePage({
          entries: '/Filter[/FlateDecode/FlateDecode]',
          stream: deflateSync(bomb(900, ' ')),
        }),
      noText,
    ],
    'twenty million characters on a page': [() => onePage(deflated(many(shown(sentence), 220_000).join('\n'))), any],
    'forms that draw ten forms that draw ten': [
      () => onePage({ entries: '', stream: '/X Do' }, '/XObject<</X 6 0 R>>', expanding(12)),
      any,
    ],
    'a picture of a thousand gigapixels': [
      () =>
        onePage({ entries: '', stream: '/I Do' }, '/XObject<</I 6 0 R>>', [
          {
            entries:
              '/Type/XObject/Subtype/Image/Width 1000000/Height 1000000/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode',
            stream: deflateSync(Buffer.alloc(100_000)),
          },
        ]),
      noText,
    ],
    'a picture that is a bomb': [
      () =>
        onePage({ entries: '', stream: '/I Do' }, '/XObject<</I 6 0 R>>', [
          {
            entries:
              '/Type/XObject/Subtype/Image/Width 20000/Height 20000/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode',
            stream: bomb(500, '\0'),
          },
        ]),
      noText,
    ],
    'an object stream that is a bomb': [
      () =>
        pdfOf([
          '<</Type/Catalog/Pages 2 0 R>>',
          '<</Type/Pages/Count 1/Kids[3 0 R]>>',
          '<</Type/Page/Parent 2 0 R>>',
          { entries: '/Type/ObjStm/N 1000000/First 8000000/Filter/FlateDecode', stream: bomb(400, '1 0 ') },
        ]),
      any,
    ],
    'a thousand names of one stream': [
      () =>
        onePage(
          deflated(many(shown(sentence), 2_000).join('\n')),
          '',
          [],
          `/Contents[${many('4 0 R', 1_000).join(' ')}]`,
        ),
      any,
    ],
    // Many pages.
    'three thousand pages': [() => plainPdf(many(sentence, 3_000)), ['tooLong']],
    'two thousand and one pages': [() => plainPdf(many(sentence, 2_001)), ['tooLong']],
    'two thousand pages': [() => plainPdf(many(sentence, 2_000)), ['searchable']],
    'five hundred pages of one full page': [() => manyOfOne(500, many(shown(sentence), 900).join('\n')), any],
    // Locked.
    'a password': [
      () =>
        plainPdf([sentence], {
          trailer: `/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -44/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>>>/ID[<${'43'.repeat(16)}><${'43'.repeat(16)}>]`,
        }),
      ['unreadable'],
    ],
    'a lock that nobody knows': [
      () => plainPdf([sentence], { trailer: '/Encrypt<</Filter/Acme.Lock/V 9/R 9>>' }),
      ['unreadable'],
    ],
    'a lock with a key of a million bits': [
      () =>
        plainPdf([sentence], {
          trailer: `/Encrypt<</Filter/Standard/V 5/R 6/Length 1000000/P -1/O<41>/U<42>/OE<41>/UE<41>/Perms<41>>>/ID[<41><41>]`,
        }),
      ['unreadable'],
    ],
    // What runs, elsewhere.
    'a script when it is opened': [
      () => plainPdf([sentence], { catalogue: '/OpenAction<</S/JavaScript/JS(while\\(true\\){})>>' }),
      ['searchable'],
    ],
    'scripts by name': [
      () =>
        plainPdf([sentence], {
          catalogue:
            '/Names<</JavaScript<</Names[(a)<</S/JavaScript/JS(app.launchURL\\("http://example.org"\\))>>]>>>>',
        }),
      ['searchable'],
    ],
    'a program to start': [
      () => plainPdf([sentence], { catalogue: '/OpenAction<</S/Launch/F(/bin/sh)/Win<</F(cmd.exe)>>>>' }),
      ['searchable'],
    ],
    'a form that is sent': [
      () => plainPdf([sentence], { catalogue: '/OpenAction<</S/SubmitForm/F(http://127.0.0.1:1/)>>' }),
      ['searchable'],
    ],
    'a file elsewhere': [() => onePage({ entries: '/F(/etc/passwd)', stream: '' }), noText],
    'a form of XFA': [
      () =>
        plainPdf([sentence], {
          catalogue: '/AcroForm<</XFA(<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>)>>',
        }),
      ['searchable'],
    ],
    // Two kinds in one.
    'a page of HTML in a comment': [
      () => Buffer.concat([Buffer.from('%PDF-1.4\n%<html><script>alert(1)</script>\n'), valid]),
      any,
    ],
    'an archive behind it': [() => Buffer.concat([valid, Buffer.from('PK\x03\x04'), Buffer.alloc(500, 1)]), any],
    'a picture behind it': [
      () => Buffer.concat([valid, Buffer.from('\xff\xd8\xff\xe0', 'latin1'), Buffer.alloc(500, 1)]),
      any,
    ],
    'two documents in a row': [
      () => Buffer.concat([valid, plainPdf(['Another text that was added behind the first one'])]),
      any,
    ],
    // Fonts that lie.
    'Kruti Dev by its name': [
      () => plainPdf(['vfHk;kstu i{k us U;k;ky; ds le{k lk{; izLrqr fd;s gSaA'], { name: 'KrutiDev010' }),
      ['pictures'],
    ],
    'Kruti Dev under another name': [
      () =>
        plainPdf(
          [
            many(
              'vfHk;kstu i{k us U;k;ky; ds le{k lk{; izLrqr fd;s gSaA /kkjk 302 ds vUrxZr n.M dk izko/kku gSA',
              6,
            ).join(' '),
          ],
          { name: 'Arial' },
        ),
      ['pictures'],
    ],
    'a font that maps all to one sign': [
      () => onePage({ entries: '', stream: shown(sentence) }, '', [], '/Resources<</Font<</F1 6 0 R>>>>', ''),
      any,
    ],
    'private characters only': [() => mapped('<00> <FF> <E000>'), noText],
    'halves of characters': [() => mapped('<00> <FF> <D800>'), noText],
    'a map without end': [() => mapped(many('<00> <FF> <0041>', 200_000).join('\n')), any],
    'a map to very long texts': [() => mapped(`<00> <FF> [${many(`<${'0041'.repeat(2_000)}>`, 256).join('')}]`), any],
    'a font that is noise': [
      () =>
        onePage({ entries: '', stream: shown(sentence) }, '/Font<</F1 6 0 R>>', [
          '<</Type/Font/Subtype/TrueType/BaseFont/X/FontDescriptor 7 0 R>>',
          '<</Type/FontDescriptor/FontName/X/FontFile2 8 0 R>>',
          { entries: '', stream: Buffer.alloc(100_000, 'a\x00\xff') },
        ]),
      any,
    ],
    // Text that is none.
    'control characters': [() => plainPdf([`\\000\\001\\002 ${sentence} \\000`]), ['searchable']],
    'one word of a million letters': [() => onePage(deflated(shown('a'.repeat(1_000_000)))), any],
    'quotation marks and backslashes': [
      () => plainPdf([`it's a 'quoted' \\\\ text; drop table library_pages; -- ${sentence}`]),
      ['searchable'],
    ],
    'turned and mirrored text': [
      () => onePage({ entries: '', stream: `BT /F1 12 Tf -1 0 0 -1 400 700 Tm (${sentence}) Tj ET` }),
      any,
    ],
    'text of no size': [() => onePage({ entries: '', stream: `BT /F1 0 Tf 50 700 Td (${sentence}) Tj ET` }), any],
    'text far outside': [() => onePage({ entries: '', stream: `BT /F1 12 Tf 1e30 -1e30 Td (${sentence}) Tj ET` }), any],
  };
  return Object.fromEntries(Object.entries(files).map(([name, [make, expected]]) => [name, { make, expected }]));
}

/** Pages that share one content. */
function manyOfOne(pages: number, content: string): Buffer {
  const kids = Array.from({ length: pages }, (_each, index) => `${5 + index} 0 R`).join(' ');
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents 4 0 R>>';
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages}/Kids[${kids}]>>`,
    font,
    deflated(content),
    ...many(page, pages),
  ]);
}

/** A page in a font with this map from codes to characters. */
function mapped(ranges: string): Buffer {
  const map = `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange\n${ranges}\nendbfrange endcmap end`;
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
    { entries: '', stream: shown(sentence) },
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>',
    deflated(map),
  ]);
}
