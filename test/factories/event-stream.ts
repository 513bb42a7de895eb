/** An event as a reader of a stream receives it. */
export interface StreamedEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

export interface StreamOptions {
  readonly token: string;
  readonly lastEventId?: string | undefined;
}

/** A reader of server-sent events that takes them as they come. */
export class EventStream {
  readonly comments: string[] = [];

  private constructor(
    readonly response: Response,
    private readonly body: ReadableStreamDefaultReader<Uint8Array>,
  ) {}

  static async open(url: string, { token, lastEventId }: StreamOptions): Promise<EventStream> {
    const response = await fetch(url, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
    });
    if (!response.body) throw new Error(`There is no stream: ${response.status}`);
    return new EventStream(response, response.body.getReader());
  }

  /** The events up to the end of the stream, or until the reader stops. */
  async *events(): AsyncGenerator<StreamedEvent, void, undefined> {
    const decoder = new TextDecoder();
    let rest = '';
    for (;;) {
      const { done, value } = await this.body.read();
      if (done) return;
      const parts = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const event = toEvent(part);
        if (event) yield event;
        else this.comments.push(part);
      }
    }
  }

  /** All events up to the end. */
  async all(): Promise<StreamedEvent[]> {
    const events: StreamedEvent[] = [];
    for await (const event of this.events()) events.push(event);
    return events;
  }

  /** So many events; then the reader leaves. */
  async take(count: number): Promise<StreamedEvent[]> {
    const events: StreamedEvent[] = [];
    for await (const event of this.events()) {
      events.push(event);
      if (events.length === count) break;
    }
    await this.leave();
    return events;
  }

  async leave(): Promise<void> {
    await this.body.cancel().catch(() => undefined);
  }
}

function toEvent(part: string): StreamedEvent | undefined {
  const fields = new Map(
    part.split('\n').map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
  const [event, data] = [fields.get('event'), fields.get('data')];
  if (event === undefined || data === undefined) return undefined;
  return { id: fields.get('id'), event, data: JSON.parse(data) as Record<string, unknown> };
}
