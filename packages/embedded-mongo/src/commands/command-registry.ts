import type { Command } from './command';

/** Finds a command by its name or alias. Names are case-sensitive, as in mongod. */
export class CommandRegistry {
  private readonly byName = new Map<string, Command>();

  /** Two commands with one name are a mistake of ours, found when the server starts. */
  constructor(commands: readonly Command[]) {
    for (const command of commands) {
      for (const name of [command.name, ...(command.aliases ?? [])]) {
        if (this.byName.has(name)) throw new Error(`two commands are named '${name}'`);
        this.byName.set(name, command);
      }
    }
  }

  find(name: string): Command | undefined {
    return this.byName.get(name);
  }
}
