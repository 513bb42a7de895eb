import { SPREADSHEET_PROPERTIES } from '../grid/field-schemas';
import { namedRangeJson } from '../grid/spreadsheet-json';
import { newRangeId } from '../model/from-definition';
import { isLocaleName } from '../render/sheet-locale';
import { gridRangeOf } from '../a1/data-filters';
import { invalidArgument } from '../wire/errors';
import { fieldsOf, type ChangeKind } from './change';

/** The properties of a spreadsheet that are stored and given back, without any effect. */
const KEPT_NAMES = [
  'autoRecalc',
  'defaultFormat',
  'iterativeCalculationSettings',
  'spreadsheetTheme',
  'importFunctionsExternalUrlAccessAllowed',
];
const NAME = /^[A-Za-z_][A-Za-z0-9_.]*$/;

/** The members of `SpreadsheetProperties` that a request may have. */
export const SPREADSHEET_PROPERTY_NAMES = ['title', 'locale', 'timeZone', ...KEPT_NAMES];

/** The requests about the spreadsheet as a whole, and about its names. */
export const SPREADSHEET_REQUESTS: Readonly<Record<string, ChangeKind>> = {
  updateSpreadsheetProperties: {
    names: ['properties', 'fields'],
    run: (spreadsheet, request) => {
      const wanted = request.object('properties', SPREADSHEET_PROPERTY_NAMES);
      const mask = fieldsOf(request, SPREADSHEET_PROPERTIES);
      if (mask.child('title')) spreadsheet.file.name = wanted.string('title') ?? '';
      if (mask.child('locale') && wanted.has('locale')) {
        const locale = wanted.string('locale') ?? '';
        if (!isLocaleName(locale)) throw invalidArgument(`Unsupported locale: ${locale}`);
        spreadsheet.locale = locale;
      }
      if (mask.child('timeZone') && wanted.has('timeZone')) {
        spreadsheet.timeZone = wanted.string('timeZone') ?? '';
      }
      const kept = KEPT_NAMES.filter((name) => mask.child(name) && wanted.has(name));
      const extra = Object.fromEntries(kept.map((name) => [name, wanted.raw(name)]));
      spreadsheet.extra = { ...spreadsheet.extra, ...extra };
      return undefined;
    },
  },
  addNamedRange: {
    names: ['namedRange'],
    run: (spreadsheet, request) => {
      const wanted = request.object('namedRange', ['namedRangeId', 'name', 'range']);
      const name = wanted.string('name') ?? '';
      if (!NAME.test(name)) throw invalidArgument(`Invalid name of a range: "${name}"`);
      if (spreadsheet.namedRange(name)) {
        throw invalidArgument(`A named range with the name "${name}" already exists.`);
      }
      const { tab, area } = gridRangeOf(spreadsheet, wanted, 'range');
      const range = {
        namedRangeId: wanted.string('namedRangeId') ?? newRangeId(),
        name,
        sheetId: tab.properties.sheetId,
        area,
      };
      spreadsheet.namedRanges = [...spreadsheet.namedRanges, range];
      return { namedRange: namedRangeJson(range) };
    },
  },
  deleteNamedRange: {
    names: ['namedRangeId'],
    run: (spreadsheet, request) => {
      const id = request.string('namedRangeId') ?? '';
      const left = spreadsheet.namedRanges.filter(({ namedRangeId }) => namedRangeId !== id);
      if (left.length === spreadsheet.namedRanges.length) {
        throw invalidArgument(`Cannot find a named range with id: ${id}`);
      }
      spreadsheet.namedRanges = left;
      return undefined;
    },
  },
};
