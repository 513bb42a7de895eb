import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(__dirname, '..');
const LONGEST_README = 150;

const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;
const CODE = /^```[\s\S]*?^```|`[^`\n]*`/gm;
const HEADING = /^#+ (.+)$/gm;

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'docker/README.md',
  ...below('docs'),
  ...readdirSync(join(ROOT, 'libs')).map((lib) => `libs/${lib}/README.md`),
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

describe('the documentation', () => {
  it.each(documents)('%s has no dead relative link', (document) => {
    expect(linksOf(document).filter((link) => !resolves(document, link))).toEqual([]);
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
