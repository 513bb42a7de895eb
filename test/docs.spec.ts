import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(__dirname, '..');
const LONGEST_README = 150;

const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;
const CODE = /^```[\s\S]*?^```|`[^`\n]*`/gm;
const HEADING = /^#+ (.+)$/gm;
/** A constant, a variable or a code, such as `PORT_IN_USE`. */
const CONSTANT = /`([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)`/g;
/** A path from the root, or from the folder of the document, down to a file or folder. */
const NAMED =
  /(?<![\w/.@<:-])(?:src|libs|packages|test|bench|scripts|docs|docker)\/[\w./*{},-]*\w/g;

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'docker/README.md',
  ...below('docs'),
  ...['libs', 'packages'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}/README.md`),
  ),
].filter((path) => path.endsWith('.md') && existsSync(join(ROOT, path)));

function below(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.map((name) => join(folder, name));
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function linksOf(document: string): string[] {
  const links = [...read(document).replace(CODE, '').matchAll(LINK)].map(
    ([, target = '']) => target,
  );
  return links.filter((target) => !/^[a-z]+:/.test(target));
}

/** The files and folders that a document names, as far as they are neither patterns nor one's own. */
function namedIn(document: string): string[] {
  const named = [...read(document).matchAll(NAMED)].map(([path]) => path);
  return [...new Set(named)].filter((path) => !/[*{]|\/\.env$/.test(path));
}

/** Whether a link leads to a file or folder and, if it names one, to a heading of it. */
function resolves(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? document : join(dirname(document), path);
  if (relative(ROOT, join(ROOT, target)).startsWith('..') || !existsSync(join(ROOT, target))) {
    return false;
  }
  return anchor === undefined || anchorsOf(target).includes(anchor);
}

/** The anchors that GitHub gives to headings. */
function anchorsOf(document: string): string[] {
  return [...read(document).matchAll(HEADING)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

let allSources: string | undefined;

/** All there is of the program, its tests and its scripts, as one text. */
function sources(): string {
  allSources ??= ['src', 'libs', 'packages', 'test', 'bench', 'scripts', 'docker']
    .flatMap(below)
    .filter((path) => /[.](ts|mjs|cjs|ya?ml|lua|sh)$|Dockerfile$/.test(path))
    .filter((path) => !path.includes('node_modules'))
    .map(read)
    .join('\n');
  return allSources;
}

describe('the documentation', () => {
  it.each(documents)('%s has no dead relative link', (document) => {
    expect(linksOf(document).filter((link) => !resolves(document, link))).toEqual([]);
  });

  it.each(documents)('%s names no file that is not there', (document) => {
    const isThere = (path: string): boolean =>
      [ROOT, join(ROOT, dirname(document))].some((folder) => existsSync(join(folder, path)));
    expect(namedIn(document).filter((path) => !isThere(path))).toEqual([]);
  });

  it.each(documents)('%s names no constant that is gone', (document) => {
    const constants = [...read(document).matchAll(CONSTANT)].map(([, name = '']) => name);
    expect(constants.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources()))).toEqual([]);
  });

  it('has every page of docs/ linked from README.md', () => {
    const linked = linksOf('README.md');
    const pages = documents.filter((path) => dirname(path) === 'docs');
    expect(pages.filter((page) => !linked.includes(page))).toEqual([]);
  });

  it(`begins with a README.md of at most ${LONGEST_README} lines`, () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(LONGEST_README);
  });
});
