import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { EXAMPLES } from './architecture.examples';

const ROOT = join(__dirname, '..');
const FOLDERS = ['src', 'libs', 'packages', 'test', 'bench', 'scripts'];

interface Rule {
  name: string;
  comment: string;
  severity: string;
}

const { forbidden: rules } = createRequire(__filename)('../.dependency-cruiser.cjs') as {
  forbidden: Rule[];
};

const MANIFEST = {
  dependencies: {
    '@nestjs/bull': '*',
    '@nestjs/mongoose': '*',
    bull: '*',
    kafkajs: '*',
    mongodb: '*',
    mongoose: '*',
    rxjs: '*',
  },
  devDependencies: { 'for-tests-only': '*' },
};

/** That of every package: what only the root has is not among its dependencies. */
const PACKAGE_MANIFEST = {
  dependencies: { bull: '*', 'for-stand-ins': '*', mongodb: '*' },
  devDependencies: { 'for-tests-only': '*' },
};

/** The aliases that lead to packages; all others lead to libraries. */
const PACKAGES = /^@tributary\/(embedded-mongo|(emulator|disk)\d+)$/;

interface Violation {
  from: string;
  to: string;
  rule: { name: string };
}

interface Import {
  from: string;
  /** As written in the file. */
  specifier: string;
  kind: 'static' | 'type' | 'dynamic';
  /** As dependency-cruiser reports it: the file it leads to, if there is one. */
  to: string;
  found: boolean;
}

const broken = Object.entries(EXAMPLES).flatMap(([rule, example]) =>
  example.broken.map((lines) => ({ rule, lines })),
);

/** Gives an example features and libraries of its own, so that no two of them form a circle. */
function apart(lines: string[], number: number): Import[] {
  return lines
    .map((line) => line.replace(/\b(orders|reviews|mail|clock|emulator|disk)\b/g, `$1${number}`))
    .map(toImport);
}

function toImport(line: string): Import {
  const [from = '', specifier = ''] = line.split(/ -(?:type-|dynamic-)?> /);
  const found = !specifier.startsWith('node:') && !specifier.includes('nowhere');
  const to = found ? fileOf(from, specifier) : specifier.replace('node:', '');
  const [, kind = 'static'] = / -(type|dynamic)-> /.exec(line) ?? [];
  return { from, specifier, kind: kind as Import['kind'], to, found };
}

function fileOf(from: string, specifier: string): string {
  if (specifier.startsWith('@tributary/')) {
    const folder = PACKAGES.test(specifier) ? 'packages/' : 'libs/';
    return `${specifier.replace('@tributary/', folder)}/src/index.ts`;
  }
  if (!specifier.startsWith('.')) return `node_modules/${specifier}/index.js`;
  const path = join(dirname(from), specifier);
  return path.endsWith('.mjs') ? path : `${path}.ts`;
}

const statementOf: Record<Import['kind'], (specifier: string) => string> = {
  static: (specifier) => `import '${specifier}'`,
  type: (specifier) => `import type * as it from '${specifier}'`,
  dynamic: (specifier) => `void import('${specifier}')`,
};

/** Writes the imports as a small repository, and returns its folder. */
async function plant(imports: Import[]): Promise<string> {
  const files: Record<string, string> = {
    'package.json': JSON.stringify(MANIFEST),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        paths: { '@tributary/*': ['./libs/*/src/index.ts', './packages/*/src/index.ts'] },
      },
    }),
  };
  for (const { to, found } of imports) if (found) files[to] = '';
  for (const { from, specifier, kind } of imports) {
    files[from] = `${files[from] ?? ''}${statementOf[kind](specifier)};\n`;
    const [folder] = /^packages\/[^/]+\//.exec(from) ?? [];
    if (folder) files[`${folder}package.json`] = JSON.stringify(PACKAGE_MANIFEST);
  }

  const folder = await realpath(await mkdtemp(join(tmpdir(), 'tributary-architecture-')));
  const folders = [...FOLDERS, ...Object.keys(files).map(dirname)];
  await Promise.all(folders.map((name) => mkdir(join(folder, name), { recursive: true })));
  await Promise.all(
    Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)),
  );
  return folder;
}

/** Jest cannot load what is an ES module only, so it runs in a node of its own and prints JSON. */
async function run<T>(args: string[], cwd: string): Promise<T> {
  const child = spawn(process.execPath, args, { cwd });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

async function cruise(folder: string): Promise<Violation[]> {
  const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const config = join(ROOT, '.dependency-cruiser.cjs');
  const args = [program, '--config', config, '--output-type', 'json', ...FOLDERS];
  const result = await run<{ summary: { violations: Violation[] } }>(args, folder);
  return result.summary.violations;
}

async function cruiseAndRemove(imports: Import[]): Promise<Violation[]> {
  const folder = await plant(imports);
  try {
    return await cruise(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function compilerOptions(): Promise<{ paths: Record<string, string[]> }> {
  const config = JSON.parse(await readFile(join(ROOT, 'tsconfig.json'), 'utf8')) as {
    compilerOptions: { paths: Record<string, string[]> };
  };
  return config.compilerOptions;
}

const asLine = ({ from, to, rule }: Violation): string =>
  `${from} -> ${to} breaks ${rule.name}: ${commentOf(rule.name)}`;

const commentOf = (name: string): string => rules.find((rule) => rule.name === name)?.comment ?? '';

describe('the rules of the architecture', () => {
  it('hold in this repository', async () => {
    expect((await cruise(ROOT)).map(asLine)).toEqual([]);
  });

  it('have examples, every one', () => {
    expect(Object.keys(EXAMPLES).sort()).toEqual(rules.map(({ name }) => name).sort());
  });

  it.each(rules)('tell what to do instead: $name', ({ comment, severity }) => {
    expect(comment).toMatch(
      /(^|[.;,] )(add|correct|create|decide|declare|export|import|let|move|return) /i,
    );
    expect(severity).toBe('error');
  });

  it('can rely on an alias leading to the index of its library or package', async () => {
    const { paths } = await compilerOptions();
    for (const [alias, targets] of Object.entries(paths)) {
      const name = alias.replace('@tributary/', '');
      const folder = existsSync(join(ROOT, 'packages', name)) ? 'packages' : 'libs';
      expect(targets).toEqual([`./${folder}/${name}/src/index.ts`]);
    }
  });

  describe('when broken', () => {
    let violations: Violation[];

    beforeAll(async () => {
      violations = await cruiseAndRemove(broken.flatMap(({ lines }, n) => apart(lines, n)));
    });

    it.each(broken.map((example, number) => ({ ...example, number })))(
      'report $rule for $lines',
      ({ rule, lines, number }) => {
        const own = apart(lines, number);
        // A rule about folders reports folders, hence the prefixes.
        const reported = violations.filter((violation) =>
          own.some(
            ({ from, to }) => from.startsWith(violation.from) && to.startsWith(violation.to),
          ),
        );
        expect([...new Set(reported.map((violation) => violation.rule.name))]).toEqual([rule]);
      },
    );
  });

  it('leave what is allowed alone', async () => {
    const fine = Object.values(EXAMPLES).flatMap((example, n) => apart(example.fine, n));
    expect((await cruiseAndRemove(fine)).map(asLine)).toEqual([]);
  });
});

describe('process.env', () => {
  it('is read by no file but the one that libs/config has for it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tributary-lint-'));
    try {
      const files = [
        'src/main.ts',
        'libs/config/src/index.ts',
        'libs/config/src/read-environment.ts',
        'packages/emulator/src/index.ts',
      ];
      for (const file of files) {
        await mkdir(dirname(join(folder, file)), { recursive: true });
        await writeFile(join(folder, file), 'export const it = process.env.IT;\n');
      }
      await copyFile(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
      const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint');
      const { diagnostics } = await run<{ diagnostics: { filename: string; help: string }[] }>(
        [oxlint, '--format=json'],
        folder,
      );
      const complaint = { help: expect.stringContaining('Only libs/config reads') };
      expect(diagnostics.sort((a, b) => a.filename.localeCompare(b.filename))).toMatchObject([
        { filename: 'libs/config/src/index.ts', ...complaint },
        { filename: 'packages/emulator/src/index.ts', ...complaint },
        { filename: 'src/main.ts', ...complaint },
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
