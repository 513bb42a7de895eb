import { type Benchmark } from '../harness/benchmark';
import { newRows } from './new-rows';
import { setStage } from './stage';
import { wholeSheet } from './whole-sheet';

/** What it takes to read a sheet that is large, or has grown a little. */
export const benchmark: Benchmark = {
  name: 'google',
  title: 'Sheets read with exact values and shown texts, from an emulator on this machine',

  async run(context) {
    context.progress('starting the emulator, Redis and MongoDB');
    const stage = await setStage(context);
    return [...(await wholeSheet(context, stage)), ...(await newRows(context, stage))];
  },
};
