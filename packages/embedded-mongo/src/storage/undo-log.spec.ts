import { UndoLog } from './undo-log';

describe('UndoLog', () => {
  it('takes changes back in the opposite order, and only once', () => {
    const log = new UndoLog();
    const steps: string[] = [];
    log.record(() => steps.push('first'));
    log.record(() => steps.push('second'));
    log.rollBack();
    log.rollBack();
    expect(steps).toEqual(['second', 'first']);
  });

  it('forgets what was committed', () => {
    const log = new UndoLog();
    const steps: string[] = [];
    log.record(() => steps.push('never'));
    log.forget();
    log.rollBack();
    expect(steps).toEqual([]);
  });
});
