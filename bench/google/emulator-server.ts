import { GoogleEmulator } from '@tributary/google-emulator';
import { ACCOUNT } from './emulator';
import { type BenchSheet, GROWING, LARGE, tabOf } from './sheets';

/** Google with the sheets of the benchmark, and no quota: `node emulator-server.js <port>`. */
async function main(): Promise<void> {
  const emulator = await GoogleEmulator.start({ port: Number(process.argv[2]) });
  emulator.quotas.switchOff();
  const add = (sheet: BenchSheet): void => {
    const { id } = sheet;
    const where = { locale: 'vi_VN', timeZone: 'Asia/Ho_Chi_Minh' };
    const definition = { id, title: 'Shop', ...where, tabs: [tabOf(sheet)] };
    emulator.sheets.create(definition, { readers: [ACCOUNT] });
  };
  add(LARGE);
  add(GROWING);
}

void main();
