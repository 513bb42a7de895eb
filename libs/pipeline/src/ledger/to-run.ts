import { type RunStatus } from '@tributary/contracts';
import { type Run } from './run';
import { type RunRecord } from './run.schema';

/** A stored run without the fields that only queries need; it is not a dormant one. */
export function toRun(record: RunRecord): Run {
  return {
    id: record._id.toHexString(),
    kind: record.kind,
    subject: record.subject,
    owner: record.owner,
    status: record.status as RunStatus,
    priority: record.priority,
    payload: record.payload,
    attempt: record.attempt,
    retry_count: record.retry_count,
    throttle_count: record.throttle_count,
    loss_count: record.loss_count,
    hop: record.hop,
    fence: record.fence,
    worker: record.worker,
    not_before: record.not_before,
    lease_until: record.lease_until ?? null,
    heartbeat_at: record.heartbeat_at,
    created_at: record.created_at,
    queued_at: record.queued_at,
    started_at: record.started_at,
    finished_at: record.finished_at,
    cancel_requested_at: record.cancel_requested_at,
    progress: record.progress,
    result: record.result,
    error: record.error,
    replay_of: record.replay_of?.toHexString() ?? null,
    parent: record.parent?.toHexString() ?? null,
    root: record.root?.toHexString() ?? null,
    key: record.key ?? null,
    plan: record.plan ?? null,
    children: record.children ?? null,
    phase: record.phase ?? 'process',
    outcome: record.outcome ?? null,
    parked: record.parked ?? null,
    throttled_since: record.throttled_since ?? null,
    expires_at: record.expires_at ?? null,
    // Lists leave it out.
    history: record.history ?? [],
    outbox: record.outbox ?? null,
  };
}
