import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { SecretBox } from '@tributary/common';
import { ensureIndexes } from '@tributary/mongo';
import { type Model } from 'mongoose';
import { createHash, randomBytes } from 'node:crypto';
import { ConsentRequestRecord } from './consent-request.schema';

/** Who was sent to Google, and the secret with which the code that comes back is exchanged. */
export interface ConsentRequest {
  readonly userId: string;
  readonly verifier: string;
}

/** Consents that users were sent to Google for. The state of one is known to that user only. */
@Injectable()
export class ConsentRequestRepository {
  constructor(
    @InjectModel(ConsentRequestRecord.name)
    private readonly requests: Model<ConsentRequestRecord>,
    private readonly box: SecretBox,
  ) {}

  /** Stores a request and gives the state that stands for it. */
  async create({ userId, verifier }: ConsentRequest, expiresAt: Date): Promise<string> {
    await ensureIndexes(this.requests);
    const state = randomBytes(32).toString('base64url');
    const id = hashOf(state);
    const verifier_sealed = this.box.seal(verifier, boundTo(id, userId));
    await this.requests.create([
      { _id: id, user_id: userId, verifier_sealed, expires_at: expiresAt },
    ]);
    return state;
  }

  /** The request of a state, once; undefined when there is none, or it has expired. */
  async take(state: string, now: Date): Promise<ConsentRequest | undefined> {
    const id = hashOf(state);
    const record = await this.requests.findOneAndDelete({ _id: id }).lean<ConsentRequestRecord>();
    if (!record || record.expires_at <= now) return undefined;
    const { user_id: userId, verifier_sealed } = record;
    return { userId, verifier: this.box.open(verifier_sealed, boundTo(id, userId)) };
  }
}

function hashOf(state: string): string {
  return createHash('sha256').update(state).digest('base64url');
}

function boundTo(id: string, userId: string): string {
  return `review-consent:${id}:${userId}`;
}
