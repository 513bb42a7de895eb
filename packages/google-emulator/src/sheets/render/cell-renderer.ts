import { type NumberFormat } from '../definition';
import { contentOf, formatOf, isRich, type Cell, type Content } from '../model/cell';
import { errorCode, errorWithMessage } from './error-text';
import { generalNumber } from './general-number';
import { numberFormatter, type NumberFormatter } from './number-formatter';
import { sheetLocale } from './sheet-locale';

/** How values are wanted. */
export type ValueRenderOption = 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE' | 'FORMULA';
/** How dates are wanted when values are not formatted. */
export type DateTimeRenderOption = 'SERIAL_NUMBER' | 'FORMATTED_STRING';

/** Renders the cells of one tab; a formatter is looked up once per format and column. */
export class CellRenderer {
  private readonly decimal: string;
  private readonly byFormat = new Map<NumberFormat, NumberFormatter>();

  constructor(
    private readonly locale: string,
    private readonly columnFormats: readonly (NumberFormat | undefined)[],
  ) {
    this.decimal = sheetLocale(locale).decimal;
  }

  /** The formatter of a cell; undefined when neither it nor its column has a format. */
  formatter(cell: Cell, column: number): NumberFormatter | undefined {
    const format = formatOf(cell) ?? this.columnFormats[column];
    if (!format) return undefined;
    let formatter = this.byFormat.get(format);
    if (!formatter) {
      formatter = numberFormatter(format, this.locale);
      this.byFormat.set(format, formatter);
    }
    return formatter;
  }

  /** What a person sees in a cell. */
  formatted(cell: Cell, column: number): string {
    return this.show(contentOf(cell), cell, column);
  }

  /** What a value looks like in a cell. */
  show(content: Content, cell: Cell, column: number): string {
    switch (typeof content) {
      case 'string': {
        const formatter = this.formatter(cell, column);
        return formatter ? formatter.text(content) : content;
      }
      case 'number': {
        const formatter = this.formatter(cell, column);
        return formatter ? formatter.number(content) : generalNumber(content, this.decimal);
      }
      case 'boolean':
        return content ? 'TRUE' : 'FALSE';
      default:
        return content === null ? '' : errorCode(content.error);
    }
  }

  /** A cell as the `values` methods give it. */
  value(
    cell: Cell,
    column: number,
    render: ValueRenderOption,
    dates: DateTimeRenderOption,
  ): string | number | boolean {
    const content = contentOf(cell);
    if (render === 'FORMATTED_VALUE') return this.show(content, cell, column);
    if (render === 'FORMULA' && isRich(cell) && cell.formula !== undefined) return cell.formula;
    if (content === null) return '';
    if (typeof content === 'object') return errorWithMessage(content);
    if (typeof content !== 'number' || dates === 'SERIAL_NUMBER') return content;
    const formatter = this.formatter(cell, column);
    return formatter?.isDate ? formatter.number(content) : content;
  }
}
