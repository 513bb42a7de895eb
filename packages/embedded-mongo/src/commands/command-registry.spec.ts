import { COMMANDS, commandRegistry, CommandRegistry } from '.';

const run = (): { ok: number } => ({ ok: 1 });

describe('CommandRegistry', () => {
  it('finds a command by its name and its aliases, by exact spelling', () => {
    const registry = new CommandRegistry([{ name: 'isMaster', aliases: ['ismaster'], run }]);
    expect(registry.find('ismaster')).toBe(registry.find('isMaster'));
    expect(registry.find('ISMASTER')).toBeUndefined();
    expect(registry.find('constructor')).toBeUndefined();
  });

  it('refuses two commands of one name', () => {
    const twice = [
      { name: 'a', run },
      { name: 'b', aliases: ['a'], run },
    ];
    expect(() => new CommandRegistry(twice)).toThrow("two commands are named 'a'");
  });

  it('holds every command of the server once', () => {
    for (const command of COMMANDS) {
      for (const name of [command.name, ...(command.aliases ?? [])]) {
        expect(commandRegistry().find(name)).toBe(command);
      }
    }
    for (const name of ['hello', 'find', 'aggregate', 'bulkWrite', 'findandmodify', 'explain']) {
      expect(commandRegistry().find(name)).toBeDefined();
    }
  });
});
