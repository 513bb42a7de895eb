import { parseInfo } from './redis-probe';

describe('parseInfo', () => {
  it('finds the process and whether it still loads its data', () => {
    const info =
      '# Server\r\nprocess_id:4195\r\n\r\n# Persistence\r\nloading:1\r\nasync_loading:0\r\n';
    expect(parseInfo(info)).toEqual({ pid: 4195, loading: true });
  });

  it('matches whole field names', () => {
    const info = 'parent_process_id:1\r\nprocess_id:2\r\nasync_loading:1\r\nloading:0\r\n';
    expect(parseInfo(info)).toEqual({ pid: 2, loading: false });
  });
});
