import { entityNotFound } from './business-errors';
import { type BusinessAccountDefinition, type BusinessLocationDefinition } from './definition';
import { ReviewStore } from './review-store';

/** An account with those who may see it. */
export interface BusinessAccount {
  readonly definition: BusinessAccountDefinition;
  readonly members: Set<string>;
  locations: readonly BusinessLocation[];
}

/** A location with its reviews, as it is seen through one account. */
export interface BusinessLocation {
  readonly definition: BusinessLocationDefinition;
  readonly accountId: string;
  readonly reviews: ReviewStore;
}

/** All accounts and locations, and who may see which. */
export class BusinessDirectory {
  private readonly accounts = new Map<string, BusinessAccount>();

  /** Adds an account with its locations. */
  add(definition: BusinessAccountDefinition): void {
    const { id } = definition;
    if (this.accounts.has(id))
      throw new Error(`There is an account ${id} already; remove it first`);
    const taken = definition.locations.find((location) => this.views(location.id).length > 0);
    if (taken) throw new Error(`There is a location ${taken.id} already; give it another id`);
    const shared = (definition.sharedLocations ?? []).map((other) => this.knownLocation(other));
    const own = definition.locations.map((location) => ({
      definition: location,
      accountId: id,
      reviews: new ReviewStore(location.reviews),
    }));
    const locations = [...own, ...shared.map((location) => ({ ...location, accountId: id }))];
    this.accounts.set(id, { definition, members: new Set(definition.members), locations });
  }

  /** Takes an account away with all that belongs to it alone. */
  remove(accountId: string): void {
    this.knownAccount(accountId);
    this.accounts.delete(accountId);
  }

  /** Lets a location be seen through another account as well. */
  share(accountId: string, locationId: string): void {
    const account = this.knownAccount(accountId);
    const location = this.knownLocation(locationId);
    if (account.locations.some(({ definition }) => definition.id === locationId)) return;
    account.locations = [...account.locations, { ...location, accountId }];
  }

  /** Hides a location from an account; one that is seen through no account is gone. */
  unshare(accountId: string, locationId: string): void {
    const account = this.knownAccount(accountId);
    this.knownLocation(locationId);
    account.locations = account.locations.filter(({ definition }) => definition.id !== locationId);
  }

  /** An account, whoever asks; that there is none is the mistake of who sets the scene. */
  knownAccount(id: string): BusinessAccount {
    const account = this.accounts.get(id);
    if (!account) throw new Error(`There is no account ${id}; add it first`);
    return account;
  }

  /** A location, whoever asks; that there is none is the mistake of who sets the scene. */
  knownLocation(id: string): BusinessLocation {
    const [location] = this.views(id);
    if (!location) throw new Error(`There is no location ${id}; add an account that has it first`);
    return location;
  }

  /** The accounts that somebody may see, the personal one first. */
  accountsOf(email: string): BusinessAccount[] {
    const visible = [...this.accounts.values()].filter(({ members }) => members.has(email));
    const isPersonal = ({ definition }: BusinessAccount): boolean => definition.type === 'PERSONAL';
    return [...visible.filter(isPersonal), ...visible.filter((account) => !isPersonal(account))];
  }

  /** The locations that somebody may see through whichever account, each once. */
  locationsOf(email: string): BusinessLocation[] {
    const byId = new Map<string, BusinessLocation>();
    for (const location of this.accountsOf(email).flatMap(({ locations }) => locations)) {
      if (!byId.has(location.definition.id)) byId.set(location.definition.id, location);
    }
    return [...byId.values()];
  }

  /** An account that somebody may see. */
  account(id: string, email: string): BusinessAccount {
    const account = this.accounts.get(id);
    if (!account?.members.has(email)) throw entityNotFound();
    return account;
  }

  /** A location that somebody may see. */
  location(id: string, email: string): BusinessLocation {
    const location = this.views(id).find(({ accountId }) =>
      this.accounts.get(accountId)?.members.has(email),
    );
    if (!location) throw entityNotFound();
    return location;
  }

  /** A location as the reviews API names it, with the account through which it is seen. */
  locationIn(accountId: string, id: string, email: string): BusinessLocation {
    const location = this.viewsIn(this.account(accountId, email), id)[0];
    if (!location) throw entityNotFound();
    return location;
  }

  private views(id: string): BusinessLocation[] {
    return [...this.accounts.values()].flatMap((account) => this.viewsIn(account, id));
  }

  private viewsIn({ locations }: BusinessAccount, id: string): BusinessLocation[] {
    return locations.filter(({ definition }) => definition.id === id);
  }
}
