import { entityNotFound } from './business-errors';
import { type BusinessAccountDefinition, type BusinessLocationDefinition } from './definition';
import { ReviewStore } from './review-store';

/** An account with those who may see it. */
export interface BusinessAccount {
  readonly definition: BusinessAccountDefinition;
  readonly members: Set<string>;
  readonly locations: readonly BusinessLocation[];
}

/** A location with its reviews. */
export interface BusinessLocation {
  readonly definition: BusinessLocationDefinition;
  readonly accountId: string;
  readonly reviews: ReviewStore;
}

/** All accounts and locations, and who may see which. */
export class BusinessDirectory {
  private readonly accounts = new Map<string, BusinessAccount>();
  private readonly locations = new Map<string, BusinessLocation>();

  /** Adds an account with its locations. */
  add(definition: BusinessAccountDefinition): void {
    const { id } = definition;
    if (this.accounts.has(id))
      throw new Error(`There is an account ${id} already; remove it first`);
    const taken = definition.locations.find((location) => this.locations.has(location.id));
    if (taken) throw new Error(`There is a location ${taken.id} already; give it another id`);
    const locations = definition.locations.map((location) => ({
      definition: location,
      accountId: id,
      reviews: new ReviewStore(location.reviews),
    }));
    this.accounts.set(id, { definition, members: new Set(definition.members), locations });
    for (const location of locations) this.locations.set(location.definition.id, location);
  }

  /** Takes an account away with all that belongs to it. */
  remove(accountId: string): void {
    for (const { definition } of this.knownAccount(accountId).locations) {
      this.locations.delete(definition.id);
    }
    this.accounts.delete(accountId);
  }

  /** An account, whoever asks; that there is none is the mistake of who sets the scene. */
  knownAccount(id: string): BusinessAccount {
    const account = this.accounts.get(id);
    if (!account) throw new Error(`There is no account ${id}; add it first`);
    return account;
  }

  /** A location, whoever asks; that there is none is the mistake of who sets the scene. */
  knownLocation(id: string): BusinessLocation {
    const location = this.locations.get(id);
    if (!location) throw new Error(`There is no location ${id}; add an account that has it first`);
    return location;
  }

  /** The accounts that somebody may see, the personal one first. */
  accountsOf(email: string): BusinessAccount[] {
    const visible = [...this.accounts.values()].filter(({ members }) => members.has(email));
    const isPersonal = ({ definition }: BusinessAccount): boolean => definition.type === 'PERSONAL';
    return [...visible.filter(isPersonal), ...visible.filter((account) => !isPersonal(account))];
  }

  /** An account that somebody may see. */
  account(id: string, email: string): BusinessAccount {
    const account = this.accounts.get(id);
    if (!account?.members.has(email)) throw entityNotFound();
    return account;
  }

  /** A location that somebody may see. */
  location(id: string, email: string): BusinessLocation {
    const location = this.locations.get(id);
    if (!location) throw entityNotFound();
    this.account(location.accountId, email);
    return location;
  }

  /** A location as the reviews API names it, with the account that it has to belong to. */
  locationIn(accountId: string, id: string, email: string): BusinessLocation {
    const location = this.location(id, email);
    if (location.accountId !== accountId) throw entityNotFound();
    return location;
  }
}
