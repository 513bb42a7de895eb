const STYLE =
  '*{margin:0;padding:0}html,code{font:15px/22px arial,sans-serif}html{background:#fff;color:#222;padding:15px}body{margin:7% auto 0;max-width:390px;min-height:180px;padding:30px 0 15px}p{margin:11px 0 22px;overflow:hidden}ins{color:#777;text-decoration:none}';

const FAILURES = {
  400: ['Error 400 (Bad Request)!!1', 'Your client has issued a malformed or illegal request.'],
  404: ['Error 404 (Not Found)!!1', 'The requested URL was not found on this server.'],
  414: ['Error 414 (Request-URI Too Large)!!1', 'The requested URL is too large to process.'],
  502: [
    'Error 502 (Server Error)!!1',
    'The server encountered a temporary error and could not complete your request.<p>Please try again in 30 seconds.',
  ],
} as const;

/** The page with which Google's front end answers when no API is reached. */
export function failurePage(status: keyof typeof FAILURES): string {
  const [title, text] = FAILURES[status];
  return `<!DOCTYPE html>
<html lang=en>
  <meta charset=utf-8>
  <meta name=viewport content="initial-scale=1, minimum-scale=1, width=device-width">
  <title>${title}</title>
  <style>${STYLE}</style>
  <p><b>${status}.</b> <ins>That’s an error.</ins>
  <p>${text}  <ins>That’s all we know.</ins>
`;
}

/** The page that those see whom Google takes for a machine that sends too much. */
export function abusePage(): string {
  return `<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title>Sorry...</title></head><body>
<h1>We're sorry...</h1>
<p>... but your computer or network may be sending automated queries. To protect our users, we can't process your request right now.</p>
</body></html>
`;
}
