import { type Figure } from './benchmark';
import { renderFigures, renderList } from './table';

const figure = (parts: Partial<Figure>): Figure => ({
  name: 'throughput',
  value: 5234.56,
  unit: 'requests/s',
  baseline: 'bare Nest',
  ratio: 0.47123,
  target: '>= 0.3',
  ok: true,
  ...parts,
});

describe('renderFigures', () => {
  it('aligns the columns and points at a missed target', () => {
    const figures = [
      figure({}),
      figure({ name: 'p99', value: 12, unit: 'ms', ratio: 6, target: '<= 5', ok: false }),
    ];
    expect(renderFigures({ title: 'What it costs' }, figures)).toBe(
      [
        'What it costs',
        '',
        '  figure      measured          ratio              target',
        '  throughput  5,230 requests/s  0.471 x bare Nest  >= 0.3  ok',
        '  p99         12 ms             6 x bare Nest      <= 5    MISSED',
        '',
      ].join('\n'),
    );
  });
});

describe('renderList', () => {
  it('shows what there is to run', () => {
    const list = renderList([
      { name: 'http', title: 'Requests' },
      { name: 'rate-limit', title: 'Quotas' },
    ]);
    expect(list).toBe('  http        Requests\n  rate-limit  Quotas\n');
  });
});
