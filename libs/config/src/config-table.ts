import { variables } from './define-variables';

/** The table of variables in `docs/configuration.md`, in Markdown. */
export function renderConfigTable(): string {
  const rows = Object.entries(variables).map(
    ([name, { doc, fallbackText, secret }]) =>
      `| \`${name}\`${secret ? ' 🔑' : ''} | ${defaultCell(fallbackText, secret)} | ${doc} |`,
  );
  return ['| variable | default | what it is for |', '| --- | --- | --- |', ...rows].join('\n');
}

function defaultCell(fallbackText: string, secret: boolean): string {
  if (fallbackText === '') return 'none';
  return secret ? 'for development only' : `\`${fallbackText}\``;
}
