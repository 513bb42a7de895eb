import { Injectable } from '@nestjs/common';
import { SecretBox } from '@tributary/common';
import { type JsonValue } from '@tributary/contracts';
import { RunKindRegistry } from '../kinds/run-kind-registry';
import { type StoredPayload } from './run';

/** What is shown instead of a sealed field. */
const HIDDEN = '[sealed]';

/** Seals the fields of payloads that their kind calls secret, wherever they are stored. */
@Injectable()
export class PayloadSecrets {
  constructor(
    private readonly kinds: RunKindRegistry,
    private readonly box: SecretBox,
  ) {}

  /** The payload as it may be stored. */
  seal(kind: string, owner: string, payload: Record<string, JsonValue>): StoredPayload {
    return this.mapped(kind, payload, (value) => this.box.seal(JSON.stringify(value), owner));
  }

  /** The payload as the processor gets it. */
  open(kind: string, owner: string, payload: StoredPayload): Record<string, JsonValue> {
    return this.mapped(
      kind,
      payload,
      (value) => JSON.parse(this.box.open(value as string, owner)) as JsonValue,
    );
  }

  /** The payload as it may be shown; of an unknown kind, any field may be a secret. */
  hide(kind: string, payload: StoredPayload): StoredPayload {
    if (this.kinds.find(kind)) return this.mapped(kind, payload, () => HIDDEN);
    return Object.fromEntries(Object.keys(payload).map((field) => [field, HIDDEN]));
  }

  private mapped(
    kind: string,
    payload: Record<string, JsonValue>,
    map: (value: JsonValue) => JsonValue,
  ): Record<string, JsonValue> {
    const { secrets } = this.kinds.get(kind);
    return Object.fromEntries(
      Object.entries(payload).map(([field, value]) => [
        field,
        secrets.includes(field) ? map(value) : value,
      ]),
    );
  }
}
