import { BusinessEmulation } from './business/business-emulation';
import { DriveEmulation } from './drive/drive-emulation';
import { type CoreOptions, EmulatorCore } from './emulator-core';
import { addSampleData, type SampleData, type SampleOptions } from './sample/add-sample-data';
import { SheetsEmulation } from './sheets/sheets-emulation';

/** How an emulator is started. */
export interface EmulatorOptions extends CoreOptions {
  /** Whether it begins with sample data, and with which. */
  readonly sample?: boolean | SampleOptions;
}

/** Google's token endpoint, Sheets, Drive and Business Profile, on this machine. */
export class GoogleEmulator implements AsyncDisposable {
  readonly clock = this.core.clock;
  readonly accounts = this.core.accounts;
  readonly authorization = this.core.authorization;
  readonly files = this.core.files;
  readonly quotas = this.core.quotas;
  readonly faults = this.core.faults;
  readonly latency = this.core.latency;
  readonly log = this.core.log;
  readonly sheets = new SheetsEmulation(this.files);
  readonly drive = new DriveEmulation({ files: this.files, clock: this.clock });
  readonly business = new BusinessEmulation({ clock: this.clock });
  /** What the sample data are and how to get at them, if it was started with them. */
  readonly sample: SampleData | undefined;
  private base = '';

  private constructor(
    private readonly core: EmulatorCore,
    sample: EmulatorOptions['sample'],
  ) {
    if (sample) this.sample = addSampleData(this, sample === true ? {} : sample);
  }

  /** Starts an emulator; it listens on a free port of 127.0.0.1 unless told otherwise. */
  static async start(options: EmulatorOptions = {}): Promise<GoogleEmulator> {
    const emulator = new GoogleEmulator(new EmulatorCore(), options.sample);
    const { core, sheets, drive, business } = emulator;
    try {
      emulator.base = await core.listen([sheets, drive, business], options);
    } catch (error) {
      await emulator.stop();
      throw error;
    }
    return emulator;
  }

  /** The URL that stands for those of all of Google's APIs. */
  get url(): string {
    return this.base;
  }

  /** Puts everything but data and accounts back to how it is at the start. */
  reset(): void {
    this.core.reset();
  }

  /** Stops it at once, with all that hangs on it. */
  async stop(): Promise<void> {
    await this.core.close();
    await this.drive.close();
  }

  /** Stops it at the end of an `await using` block. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
