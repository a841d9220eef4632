import { strToU8, Zip, ZipDeflate } from 'fflate';

/**
 * An XLSX workbook of one sheet, written row by row. Every cell is text (`inlineStr`), which a spreadsheet never runs.
 * Libraries for this hold the whole sheet in memory, about a gigabyte for 100,000 members.
 */
export async function* xlsxBytes(rows: AsyncIterable<string[]>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else ready.push(chunk);
  });
  function* taken() {
    if (failure) throw failure;
    const chunks = ready;
    ready = [];
    yield* chunks;
  }
  for (const [name, text] of Object.entries(fixedParts)) {
    const part = new ZipDeflate(name, { level: 6 });
    zip.add(part);
    part.push(strToU8(text), true);
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 4 });
  zip.add(sheet);
  let text = sheetStart;
  let number = 0;
  for await (const row of rows) {
    number += 1;
    text += rowXml(row, number === 1);
    if (text.length > 200_000) {
      sheet.push(strToU8(text));
      text = '';
      yield* taken();
    }
  }
  sheet.push(strToU8(text + sheetEnd), true);
  zip.end();
  yield* taken();
}

/** The longest text that a cell may hold. */
const cellLength = 32_767;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text as XML can hold it: without the control characters that it does not know, and without halves of pairs. */
export function xmlText(text: string): string {
  return (
    text
      .slice(0, cellLength)
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these may not stand in XML
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
      .replace(/[&<>]/g, (sign) => entities[sign]!)
  );
}

function rowXml(row: string[], isHead: boolean): string {
  const cells = row.map((text) =>
    text === ''
      ? '<c/>'
      : `<c t="inlineStr"${isHead ? ' s="1"' : ''}><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`,
  );
  return `<row>${cells.join('')}</row>`;
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const documentRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const sheetStart =
  `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
  '<sheetFormatPr defaultRowHeight="15" defaultColWidth="18"/><sheetData>';
const sheetEnd = '</sheetData></worksheet>';

const fixedParts: Record<string, string> = {
  '[Content_Types].xml':
    `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  '_rels/.rels':
    `${head}<Relationships xmlns="${relations}">` +
    `<Relationship Id="rId1" Type="${documentRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    `${head}<workbook xmlns="${main}" xmlns:r="${documentRelations}">` +
    '<sheets><sheet name="Directory" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    `${head}<Relationships xmlns="${relations}">` +
    `<Relationship Id="rId1" Type="${documentRelations}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${documentRelations}/styles" Target="styles.xml"/></Relationships>`,
  // Style 1 is bold, for the head row.
  'xl/styles.xml':
    `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>` +
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>',
};
