// A process that owns a private Redis, to be killed by the test: node owner.cjs <library> <folder> <role>
const { join } = require('node:path');
const { openSync } = require('node:fs');

const [library, folder, role] = process.argv.slice(2);
const { PrivateRedis } = require(library);
const { ServerProcess } = require(join(library, 'server-process.js'));

const say = (fact) => process.stdout.write(`${JSON.stringify(fact)}\n`);
const stay = () => setInterval(() => undefined, 60_000);

const roles = {
  async stay() {
    process.on('SIGINT', () => say({ interrupted: true }));
    stay();
    const { pid, url } = await PrivateRedis.start({ folder });
    say({ pid, url });
  },
  async leave() {
    const { pid, url } = await PrivateRedis.start({ folder });
    say({ pid, url });
  },
  async exitWhenTold() {
    process.stdin.once('data', () => process.exit(0));
    const { pid, url } = await PrivateRedis.start({ folder });
    say({ pid, url });
  },
  async stop() {
    const redis = await PrivateRedis.start({ folder });
    say({ pid: redis.pid, url: redis.url });
    await redis.stop();
    say({ stopped: true });
  },
  async hold() {
    stay();
    const command = {
      executable: 'redis-server',
      args: [],
      folder,
      outputFd: openSync('/dev/null', 'w'),
    };
    say({ pid: (await ServerProcess.hold(command)).pid, url: '' });
  },
};

roles[role]().catch((error) => {
  say({ failed: error.name, ownerPid: error.ownerPid, message: error.message });
  process.exit(1);
});
