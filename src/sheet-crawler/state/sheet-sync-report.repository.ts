import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { ensureIndexes } from '@tributary/mongo';
import { type Model } from 'mongoose';
import { type SyncReport } from './sync-report';
import { SheetSyncReportRecord } from './sheet-sync-report.schema';

/** Reports of ended runs. */
@Injectable()
export class SheetSyncReportRepository {
  constructor(
    @InjectModel(SheetSyncReportRecord.name)
    private readonly reports: Model<SheetSyncReportRecord>,
  ) {}

  /** Stores a report; storing it twice changes nothing. */
  async keep(connection_id: string, report: SyncReport, expires_at: Date): Promise<void> {
    await ensureIndexes(this.reports);
    const { run_id, ...rest } = report;
    await this.reports.updateOne(
      { run_id },
      {
        $set: {
          ...rest,
          problems: [...rest.problems],
          changes: [...rest.changes],
          connection_id,
          expires_at,
        },
      },
      { upsert: true },
    );
  }

  async findMany(runIds: readonly string[]): Promise<Map<string, SyncReport>> {
    const found = await this.reports
      .find({ run_id: { $in: runIds } }, { _id: 0, connection_id: 0, expires_at: 0 })
      .lean<SyncReport[]>();
    return new Map(found.map((report) => [report.run_id, report]));
  }

  async deleteAll(connection_id: string): Promise<void> {
    await this.reports.deleteMany({ connection_id });
  }
}
