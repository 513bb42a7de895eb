import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import {
  type JoinOutcome,
  type RunCounts,
  type RunFailure,
  type RunPriority,
  type RunProgress,
  type RunStatus,
  RUN_PRIORITIES,
  RUN_STATUSES,
} from '@tributary/contracts';
import { SchemaTypes, type Types } from 'mongoose';
import {
  type HistoryEntry,
  type OutboxEntry,
  type Parking,
  type PlannedChildren,
  type RunPhase,
  type StoredPayload,
} from './run';

/** A child that was planned and does not exist for anybody until its parent has fanned out. */
export const DORMANT = 'dormant';

/** Where a stored run can be. */
export type StoredStatus = RunStatus | typeof DORMANT;

/** A run as it is stored. */
@Schema({ collection: 'runs', versionKey: false, minimize: false })
export class RunRecord {
  _id: Types.ObjectId;

  @Prop({ type: String, required: true })
  kind: string;

  @Prop({ type: String, required: true })
  subject: string;

  @Prop({ type: String, required: true })
  owner: string;

  @Prop({ type: String, required: true, enum: [...RUN_STATUSES, DORMANT] })
  status: StoredStatus;

  /** Present until the run has ended: a unique index over it allows one active run per subject. */
  @Prop({ type: Boolean })
  is_active?: true;

  @Prop({ type: String, required: true, enum: RUN_PRIORITIES })
  priority: RunPriority;

  @Prop({ type: SchemaTypes.Mixed, required: true })
  payload: StoredPayload;

  @Prop({ type: Number, required: true })
  attempt: number;

  @Prop({ type: Number, required: true })
  retry_count: number;

  @Prop({ type: Number, required: true })
  throttle_count: number;

  @Prop({ type: Number, required: true })
  loss_count: number;

  @Prop({ type: Number, required: true })
  hop: number;

  @Prop({ type: Number, required: true })
  fence: number;

  @Prop({ type: String, default: null })
  worker: string | null;

  @Prop({ type: Date, required: true })
  not_before: Date;

  /** While queued: when the reconciler checks that a queue has it. */
  @Prop({ type: Date })
  dispatch_due?: Date;

  @Prop({ type: Date })
  lease_until?: Date;

  @Prop({ type: Date, default: null })
  heartbeat_at: Date | null;

  @Prop({ type: Date, required: true })
  created_at: Date;

  @Prop({ type: Date, required: true })
  queued_at: Date;

  @Prop({ type: Date, default: null })
  started_at: Date | null;

  @Prop({ type: Date, default: null })
  finished_at: Date | null;

  @Prop({ type: Date, default: null })
  cancel_requested_at: Date | null;

  @Prop({ type: SchemaTypes.Mixed, default: null })
  progress: RunProgress | null;

  @Prop({ type: SchemaTypes.Mixed, default: null })
  result: RunCounts | null;

  @Prop({ type: SchemaTypes.Mixed, default: null })
  error: RunFailure | null;

  @Prop({ type: SchemaTypes.ObjectId })
  replay_of?: Types.ObjectId;

  @Prop({ type: SchemaTypes.ObjectId })
  parent?: Types.ObjectId;

  @Prop({ type: SchemaTypes.ObjectId })
  root?: Types.ObjectId;

  @Prop({ type: String })
  key?: string;

  @Prop({ type: Number })
  plan?: number;

  /** Of a child: present from when it is planned until it has ended; its parent waits for it. */
  @Prop({ type: Boolean })
  is_unfinished?: true;

  @Prop({ type: SchemaTypes.Mixed })
  children?: PlannedChildren;

  /** While waiting: when the reconciler looks after the children. */
  @Prop({ type: Date })
  children_due?: Date;

  @Prop({ type: String })
  phase?: RunPhase;

  @Prop({ type: String })
  outcome?: JoinOutcome;

  @Prop({ type: SchemaTypes.Mixed })
  parked?: Parking;

  /** While parked: when the reconciler looks whether it still has to wait. */
  @Prop({ type: Date })
  parked_due?: Date;

  /** By reason: the fence number at which what runs of this tree were parked for happened last. */
  @Prop({ type: SchemaTypes.Mixed })
  unparked?: Record<string, number>;

  @Prop({ type: Date })
  throttled_since?: Date;

  /** Left out of lists. */
  @Prop({ type: [SchemaTypes.Mixed], required: true })
  history?: HistoryEntry[];

  @Prop({ type: SchemaTypes.Mixed })
  outbox?: OutboxEntry;

  /** When the reconciler delivers the terminal event, if the process that ended the run did not. */
  @Prop({ type: Date })
  outbox_due?: Date;

  /** When the ended run expires. */
  @Prop({ type: Date })
  expires_at?: Date;
}

/** The ledger's collection and its indexes. */
export const RunSchema = SchemaFactory.createForClass(RunRecord);
RunSchema.index(
  { kind: 1, subject: 1 },
  { unique: true, partialFilterExpression: { is_active: true }, name: 'one_active_run' },
);
RunSchema.index(
  { replay_of: 1 },
  { unique: true, partialFilterExpression: { replay_of: { $exists: true } }, name: 'one_replay' },
);
RunSchema.index({ dispatch_due: 1 }, { sparse: true });
RunSchema.index({ lease_until: 1 }, { sparse: true });
RunSchema.index({ outbox_due: 1 }, { sparse: true });
RunSchema.index({ children_due: 1 }, { sparse: true });
RunSchema.index({ parked_due: 1 }, { sparse: true });
// Children of a run, and those of them that it still waits for.
RunSchema.index({ parent: 1, is_unfinished: 1 }, { sparse: true });
// Everything under the top of a tree, newest first. Not sparse: created_at would put every run in it.
RunSchema.index(
  { root: 1, created_at: -1 },
  { partialFilterExpression: { root: { $exists: true } } },
);
RunSchema.index({ expires_at: 1 }, { sparse: true, expireAfterSeconds: 0 });
RunSchema.index({ kind: 1, status: 1, created_at: -1 });
RunSchema.index({ subject: 1, created_at: -1 });
RunSchema.index({ owner: 1, created_at: -1 });
RunSchema.index({ created_at: -1 });
