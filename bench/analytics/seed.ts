import { instantRangeOf } from '@tributary/periods';
import { ZonedCalendar } from '@tributary/time-zones';
import { type Collection, type Document, type Filter } from 'mongodb';
import { QUARTER, SHOP, SOUGHT } from './orders';

const PAGE = 20;
const SEARCHED = ['order_id', 'platform', 'order_status', 'customer_id'];

/**
 * What the seed asks the store for each question: it adds rows up wherever they are, every time. Two
 * things differ, or it would fail or find nothing here: an amount that is no number counts as none,
 * and dates are dates, not texts.
 */
export class SeedPipelines {
  constructor(
    private readonly rows: Collection,
    private readonly connection_id: string,
  ) {}

  summary(): Promise<Document[]> {
    return this.aggregate({}, summaryStages);
  }

  summaryOfQuarter(): Promise<Document[]> {
    return this.aggregate({ 'data.order_date': quarter() }, summaryStages);
  }

  timeSeries(): Promise<Document[]> {
    const day = { date: '$data.order_date', format: '%Y-%m-%d', timezone: SHOP.timeZone };
    return this.aggregate({ 'data.order_date': { $type: 'date' } }, [
      { $group: { _id: { $dateToString: day }, count: { $sum: 1 }, total_amount: SUM } },
      { $sort: { _id: 1 } },
    ]);
  }

  distribution(field: string): Promise<Document[]> {
    return this.aggregate({}, [
      { $group: { _id: `$data.${field}`, count: { $sum: 1 } } },
      { $sort: { count: -1 } },
    ]);
  }

  top(field: string, limit: number): Promise<Document[]> {
    return this.aggregate({}, [
      { $group: { _id: `$data.${field}`, count: { $sum: 1 }, total_amount: SUM } },
      { $sort: { total_amount: -1 } },
      { $limit: limit },
    ]);
  }

  data(sortField: string): Promise<Document[]> {
    return this.find({}, sortField);
  }

  search(): Promise<Document[]> {
    const conditions = SEARCHED.map((field) => ({
      [`data.${field}`]: { $regex: SOUGHT, $options: 'i' },
    }));
    return this.find({ $or: conditions }, 'row_number');
  }

  private aggregate(match: Document, stages: readonly Document[]): Promise<Document[]> {
    const { connection_id } = this;
    return this.rows.aggregate([{ $match: { connection_id, ...match } }, ...stages]).toArray();
  }

  private async find(filter: Filter<Document>, sortField: string): Promise<Document[]> {
    const query = { connection_id: this.connection_id, ...filter };
    const total = await this.rows.countDocuments(query);
    const page = await this.rows.find(query).sort(sortField, -1).limit(PAGE).toArray();
    return [{ total }, ...page];
  }
}

const AMOUNT = { $convert: { input: '$data.total_amount', to: 'double', onError: null } };
const SUM = { $sum: AMOUNT };
const summaryStages = [
  {
    $group: {
      _id: null,
      total_count: { $sum: 1 },
      total_amount: SUM,
      avg_amount: { $avg: AMOUNT },
    },
  },
];

function quarter(): Document {
  const { from, before } = instantRangeOf(QUARTER, ZonedCalendar.ofOrUtc(SHOP.timeZone));
  return { $gte: from, $lt: before };
}
