import { type LiveEvent, type LiveEventName } from '@tributary/contracts';

/** An event that was published, as clients get it. */
export interface PublishedEvent {
  name: LiveEventName;
  event: LiveEvent;
}
