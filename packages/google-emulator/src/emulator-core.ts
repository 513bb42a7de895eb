import { accountRoutes } from './auth/account-routes';
import { AuthorizationEndpoint } from './auth/authorization-endpoint';
import { oauthClientRoutes } from './auth/oauth-client-routes';
import { ServiceAccounts } from './auth/service-accounts';
import { TokenEndpoint } from './auth/token-endpoint';
import { AdminApi } from './control/admin-api';
import { EmulatorClock } from './control/emulator-clock';
import { faultRoutes } from './control/fault-routes';
import { Faults } from './control/faults';
import { Latency } from './control/latency';
import { logRoutes } from './control/log-routes';
import { quotaRoutes } from './control/quota-routes';
import { Quotas } from './control/quotas';
import { RequestLog } from './control/request-log';
import { resetScene, sceneRoutes } from './control/scene-routes';
import { FileStore } from './files/file-store';
import { ApiGateway } from './http/api-gateway';
import { HttpServer } from './http/http-server';
import { type ApiModule } from './http/route';
import { oauthWork } from './http/oauth-work';

/** Where a core listens, and who hears of its own mistakes. */
export interface CoreOptions {
  /** 127.0.0.1 unless told. */
  readonly host?: string;
  /** Any that is free unless told. */
  readonly port?: number;
  /** Is told of errors that no API would answer; they go to stderr unless told. */
  readonly onInternalError?: (error: unknown) => void;
}

/** What all APIs of the emulator share: time, callers, files, quotas, faults and the server. */
export class EmulatorCore {
  readonly accounts = new ServiceAccounts(this.clock);
  readonly authorization = new AuthorizationEndpoint(this.accounts);
  readonly files = new FileStore(this.clock);
  readonly quotas = new Quotas(this.clock);
  readonly faults = new Faults();
  readonly latency = new Latency();
  readonly log = new RequestLog();
  private server: HttpServer | undefined;

  constructor(readonly clock = new EmulatorClock()) {}

  /** Serves the APIs and gives the URL under which they are. */
  async listen(modules: readonly ApiModule[], options: CoreOptions = {}): Promise<string> {
    const { host = '127.0.0.1', port = 0, onInternalError = print } = options;
    const { clock, accounts, authorization, quotas, faults, latency, log } = this;
    const routes = modules.flatMap((module) => module.routes);
    const gateway = new ApiGateway({ routes, accounts, quotas, onInternalError });
    const oauth = { accounts, clock, authorization, tokens: new TokenEndpoint(accounts, clock) };
    const desk = new AdminApi(this.adminRoutes(modules));
    this.server = new HttpServer({
      clock,
      faults,
      latency,
      log,
      accept: (request, body) => oauthWork(oauth, request, body) ?? gateway.accept(request, body),
      admin: (request, body) => desk.answer(request, body),
      onInternalError,
    });
    return urlOf(host, await this.server.listen(host, port));
  }

  /** Ends every request, also those that hang, and stops serving. */
  async close(): Promise<void> {
    await this.server?.close();
    this.server = undefined;
  }

  /** Puts everything but data and accounts back to how it is at the start. */
  reset(): void {
    resetScene(this);
  }

  private adminRoutes(modules: readonly ApiModule[]): NonNullable<ApiModule['adminRoutes']> {
    return [
      ...sceneRoutes(this),
      ...quotaRoutes(this.quotas),
      ...faultRoutes(this.faults),
      ...logRoutes(this.log),
      ...accountRoutes(this.accounts),
      ...oauthClientRoutes(this.accounts, this.authorization),
      ...modules.flatMap((module) => module.adminRoutes ?? []),
    ];
  }
}

function urlOf(host: string, port: number): string {
  const isAny = host === '0.0.0.0' || host === '::';
  const name = isAny ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function print(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${text}\n`);
}
