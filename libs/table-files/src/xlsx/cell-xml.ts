import { looksLikeFormula } from '../formula-text';
import { type TableCell } from '../table';
import { type WallClock } from '../wall-clock';
import { toSerialDate } from './serial-date';
import { CellStyle } from './styles';
import { cutText, xmlText } from './xml-text';

/** As much text as Excel keeps in a cell; it calls a file with more of it broken. */
const MOST_CHARACTERS = 32_767;

/** A cell of a sheet at a place such as `B7`. An empty one is not written at all. */
export function cellXml(place: string, cell: TableCell | undefined, clock: WallClock): string {
  if (typeof cell === 'string') return textXml(place, cell);
  if (typeof cell === 'number') return numberXml(place, cell);
  if (typeof cell === 'boolean') return `<c r="${place}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  return cell ? dateXml(place, cell, clock) : '';
}

/** The name of a column as a cell of the header. */
export function headerXml(place: string, name: string): string {
  return textXml(place, name, CellStyle.header, CellStyle.quotedHeader);
}

function textXml(
  place: string,
  text: string,
  plain: CellStyle = CellStyle.plain,
  quoted: CellStyle = CellStyle.quoted,
): string {
  if (text === '') return '';
  const kept = cutText(text, MOST_CHARACTERS);
  const style = styleXml(looksLikeFormula(text) ? quoted : plain);
  const space = /^\s|\s$/.test(kept) ? ' xml:space="preserve"' : '';
  return `<c r="${place}"${style} t="inlineStr"><is><t${space}>${xmlText(kept)}</t></is></c>`;
}

function numberXml(place: string, value: number, style: CellStyle = CellStyle.plain): string {
  if (!Number.isFinite(value)) return textXml(place, String(value));
  return `<c r="${place}"${styleXml(style)}><v>${value}</v></c>`;
}

function dateXml(place: string, moment: Date, clock: WallClock): string {
  const serial = toSerialDate(clock.read(moment));
  if (serial === undefined) return textXml(place, clock.text(moment));
  return numberXml(place, serial, Number.isInteger(serial) ? CellStyle.date : CellStyle.dateTime);
}

function styleXml(style: CellStyle): string {
  return style === CellStyle.plain ? '' : ` s="${style}"`;
}
