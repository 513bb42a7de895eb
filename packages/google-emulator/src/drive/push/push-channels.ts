import { createHash } from 'node:crypto';
import { type Principal } from '../../auth/principal';
import { type EmulatorClock } from '../../control/emulator-clock';
import { type FileChange } from '../../files/drive-file';
import { type FileStore } from '../../files/file-store';
import { channelNotFound, channelRefused } from '../drive-errors';
import { type Channel, type ChannelRequest, type Watched } from './channel';
import { type DeliveryPolicy, Mailbox } from './mailbox';
import { type Message, messageFor } from './message';

interface OpenChannel {
  readonly channel: Channel;
  readonly mailbox: Mailbox;
  messages: number;
  messageNumber: number;
}

// Late edits become due, and channels end, without anybody calling.
const LOOK_AGAIN_MS = 100;
const USER_AGENT = 'APIs-Google; (+https://developers.google.com/webmasters/APIs-Google.html)';

/** The push channels that are open, and what is sent to them when files change. */
export class PushChannels {
  private readonly open = new Map<string, OpenChannel>();
  private readonly closing = new Set<Promise<void>>();
  private readonly forget: () => void;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly files: FileStore,
    private readonly clock: EmulatorClock,
    private readonly policy: DeliveryPolicy,
  ) {
    this.forget = files.onChange((change) => this.tell(change));
  }

  /** Opens a channel; its first message is on its way already. */
  add(request: ChannelRequest, owner: Principal, watched: Watched, resourceUri: string): Channel {
    this.endExpired();
    if (this.open.has(request.id)) {
      throw channelRefused('channelIdNotUnique', `Channel id ${request.id} not unique`);
    }
    const resource = watched === 'changes' ? watched : watched.fileId;
    const channel: Channel = {
      ...request,
      owner: owner.email,
      watched,
      resourceId: createHash('sha256')
        .update(`${owner.email} ${resource}`)
        .digest('base64url')
        .slice(0, 27),
      resourceUri,
    };
    const mailbox = new Mailbox(channel.address, this.policy);
    const entry = { channel, mailbox, messages: 0, messageNumber: 0 };
    this.open.set(channel.id, entry);
    this.send(entry, { state: 'sync' });
    this.timer ??= setInterval(() => this.lookAgain(), LOOK_AGAIN_MS).unref();
    return channel;
  }

  /** Ends a channel of the caller. */
  stop(id: string, resourceId: string, caller: Principal): void {
    this.endExpired();
    const entry = this.open.get(id);
    if (entry?.channel.resourceId !== resourceId || entry.channel.owner !== caller.email) {
      throw channelNotFound(id, caller.projectNumber);
    }
    this.end(entry);
  }

  /** Ends all channels and cancels what is being delivered. */
  async close(): Promise<void> {
    this.forget();
    for (const entry of this.open.values()) this.end(entry);
    await Promise.all(this.closing);
  }

  private lookAgain(): void {
    this.files.showLateEdits();
    this.endExpired();
  }

  private tell(change: FileChange): void {
    this.endExpired();
    for (const entry of this.open.values()) {
      const message = messageFor(entry.channel, change, this.files);
      if (message) this.send(entry, message);
    }
  }

  private send(entry: OpenChannel, { state, changed }: Message): void {
    const { channel } = entry;
    entry.mailbox.put(state, () => ({
      'User-Agent': USER_AGENT,
      Accept: '*/*',
      'X-Goog-Channel-ID': channel.id,
      'X-Goog-Channel-Expiration': new Date(channel.expiration).toUTCString(),
      'X-Goog-Resource-State': state,
      ...(changed !== undefined && { 'X-Goog-Changed': changed }),
      'X-Goog-Message-Number': String(nextNumber(entry)),
      'X-Goog-Resource-ID': channel.resourceId,
      'X-Goog-Resource-URI': channel.resourceUri,
      ...(channel.token !== undefined && { 'X-Goog-Channel-Token': channel.token }),
    }));
  }

  private endExpired(): void {
    const now = this.clock.now();
    for (const entry of this.open.values()) {
      if (entry.channel.expiration <= now) this.end(entry);
    }
  }

  private end(entry: OpenChannel): void {
    this.open.delete(entry.channel.id);
    const closed = entry.mailbox.close().finally(() => this.closing.delete(closed));
    this.closing.add(closed);
    if (this.open.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

/** The first message is number 1; those after it grow by uneven steps, as Google's do. */
function nextNumber(entry: OpenChannel): number {
  entry.messageNumber += entry.messages === 0 ? 1 : 2 + ((entry.messages * 7_919) % 4_093);
  entry.messages += 1;
  return entry.messageNumber;
}
