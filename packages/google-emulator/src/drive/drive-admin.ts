import { AdminError, type AdminCall, type AdminRoute } from '../control/admin-route';
import { type DriveFile, type Touch } from '../files/drive-file';
import { type FileStore } from '../files/file-store';

const TOUCHES: readonly Touch[] = ['by-api', 'by-hand', 'recalculation', 'sharing', 'view'];

/** How files are set from another process. */
export function driveAdminRoutes(files: FileStore): readonly AdminRoute[] {
  return [
    {
      method: 'GET',
      path: /^\/drive\/files$/,
      doc: 'All files of Drive, whoever they are shared with.',
      handle: () => ({ files: files.all().map(described) }),
    },
    {
      method: 'POST',
      path: /^\/drive\/files$/,
      doc: 'Adds a file: {name, mimeType, id?, readers?, writers?, anyoneWithLink?}.',
      handle: ({ body }) => described(addFile(files, body)),
    },
    {
      method: 'PUT',
      path: /^\/drive\/files\/(?<id>[^/]+)\/sharing$/,
      doc: 'Shares a file: {email, role: "reader" | "writer" | "none"}, or {anyoneWithLink}.',
      handle: (call) => setSharing(files, call),
    },
    {
      method: 'POST',
      path: /^\/drive\/files\/(?<id>[^/]+)\/touch$/,
      doc: `Something happens to a file: {how: ${TOUCHES.join(' | ')}}.`,
      handle: (call) => touch(files, call),
    },
    {
      method: 'PUT',
      path: /^\/drive\/files\/(?<id>[^/]+)\/trashed$/,
      doc: 'Puts a file into the bin or takes it out: {trashed: boolean}.',
      handle: (call) => {
        files.trash(known(files, call).id, flag(object(call.body), 'trashed'));
        return described(known(files, call));
      },
    },
    {
      method: 'DELETE',
      path: /^\/drive\/files\/(?<id>[^/]+)$/,
      doc: 'Deletes a file for good.',
      handle: (call) => {
        files.remove(known(files, call).id);
        return {};
      },
    },
    {
      method: 'PUT',
      path: /^\/drive\/lag$/,
      doc: 'How late edits by hand show in Drive: {ms}.',
      handle: ({ body }) => setLag(files, body),
    },
  ];
}

function addFile(files: FileStore, body: unknown): DriveFile {
  const { name, mimeType, id, readers, writers, anyoneWithLink } = object(body);
  if (typeof name !== 'string' || typeof mimeType !== 'string') {
    throw new AdminError('Give the file a name and a mimeType');
  }
  if (typeof id === 'string' && files.find(id)) {
    throw new AdminError(`There is a file ${id} already; leave the id out for a new one`);
  }
  return files.add({
    name,
    mimeType,
    ...(typeof id === 'string' && { id }),
    readers: emails(readers, 'readers'),
    writers: emails(writers, 'writers'),
    anyoneWithLink: anyoneWithLink === true,
  });
}

function setSharing(files: FileStore, call: AdminCall): unknown {
  const { id } = known(files, call);
  const body = object(call.body);
  if (body.anyoneWithLink !== undefined) files.shareByLink(id, flag(body, 'anyoneWithLink'));
  if (body.email !== undefined || body.anyoneWithLink === undefined) {
    const { email, role } = body;
    if (typeof email !== 'string') throw new AdminError('Say with whom: {email, role}');
    if (role === 'none') files.unshare(id, email);
    else if (role === 'reader' || role === 'writer') files.share(id, email, role);
    else throw new AdminError('The role is "reader", "writer" or "none"');
  }
  return described(known(files, call));
}

function touch(files: FileStore, call: AdminCall): unknown {
  const { how } = object(call.body);
  const wanted = TOUCHES.find((name) => name === how);
  if (!wanted) throw new AdminError(`Say what happens: {how} is one of ${TOUCHES.join(', ')}`);
  files.touch(known(files, call).id, wanted);
  return described(known(files, call));
}

function setLag(files: FileStore, body: unknown): unknown {
  const { ms } = object(body);
  if (typeof ms !== 'number' || !(ms >= 0)) throw new AdminError('Give {ms}, at least 0');
  files.lagMs = ms;
  return { ms };
}

function known(files: FileStore, call: AdminCall): DriveFile {
  const id = call.params.id ?? '';
  const file = files.find(id);
  if (!file) throw new AdminError(`There is no file ${id}; GET /emulator/drive/files lists them`);
  return file;
}

function described(file: DriveFile): unknown {
  return { ...file, readers: [...file.readers], writers: [...file.writers] };
}

function object(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null) return body as Record<string, unknown>;
  throw new AdminError('Send a JSON object');
}

function flag(body: Record<string, unknown>, name: string): boolean {
  const value = body[name];
  if (typeof value !== 'boolean') throw new AdminError(`Give {${name}} as true or false`);
  return value;
}

function emails(value: unknown, name: string): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return value;
  throw new AdminError(`Give ${name} as a list of emails`);
}
