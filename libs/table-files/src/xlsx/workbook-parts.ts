import { RowReader } from '../row-reader';
import { type Table } from '../table';
import { type WallClock } from '../wall-clock';
import { sheetName } from './sheet-name';
import { sheetXml } from './sheet-xml';
import { STYLES_XML } from './styles';
import { xmlText } from './xml-text';
import { type ZipPart } from './zip-stream';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SCHEMAS = 'http://schemas.openxmlformats.org';
const PACKAGE = `${SCHEMAS}/package/2006`;
const RELATIONS = `${SCHEMAS}/officeDocument/2006/relationships`;
const MAIN = `${SCHEMAS}/spreadsheetml/2006/main`;
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * The files inside a workbook. How many sheets there are is known after the last row, so the parts
 * that list them come last; the types come first, by which programs recognise the file.
 */
export async function* workbookParts(
  table: Table,
  mostRows: number,
  clock: WallClock,
): AsyncGenerator<ZipPart, void, undefined> {
  const rows = new RowReader(table);
  const names: string[] = [];
  try {
    yield { path: '[Content_Types].xml', content: contentTypes() };
    yield { path: '_rels/.rels', content: packageRelations() };
    yield { path: 'xl/styles.xml', content: STYLES_XML };
    do {
      names.push(sheetName(table.name, names.length + 1));
      yield {
        path: `xl/worksheets/sheet${names.length}.xml`,
        content: sheetXml(table, rows, mostRows, clock),
      };
    } while (await rows.hasMore());
    yield { path: 'xl/workbook.xml', content: workbook(names) };
    yield { path: 'xl/_rels/workbook.xml.rels', content: workbookRelations(names) };
  } finally {
    await rows.close();
  }
}

function packageRelations(): string {
  return relations([`Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"`]);
}

function workbookRelations(names: readonly string[]): string {
  const sheets = names.map(
    (_, index) =>
      `Id="rId${index + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${index + 1}.xml"`,
  );
  const styles = `Id="rId${names.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"`;
  return relations([...sheets, styles]);
}

function relations(each: readonly string[]): string {
  const items = each.map((attributes) => `<Relationship ${attributes}/>`).join('');
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${items}</Relationships>`;
}

function workbook(names: readonly string[]): string {
  const sheets = names.map(
    (name, index) =>
      `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return (
    `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">` +
    `<bookViews><workbookView/></bookViews><sheets>${sheets.join('')}</sheets></workbook>`
  );
}

/**
 * Sheets after the first have the default type of XML, because it is not known yet whether there
 * are any.
 */
function contentTypes(): string {
  const sheet = `${TYPES}.worksheet+xml`;
  return (
    `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="${sheet}"/>` +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheet}"/></Types>`
  );
}
