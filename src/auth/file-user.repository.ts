import { Injectable } from '@nestjs/common';
import { Config } from '@tributary/config';
import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type StoredUser, UserRepository } from './user.repository';

/**
 * Accounts as files under DATA_DIR, for a Tributary without a MongoDB. The file system gives what
 * is needed: a hard link appears whole or not at all and fails when the name is taken, so an
 * email stays unique over several processes.
 */
@Injectable()
export class FileUserRepository extends UserRepository {
  private readonly folder: string;

  constructor(config: Config) {
    super();
    this.folder = resolve(config.DATA_DIR, 'users');
  }

  async create(user: Omit<StoredUser, 'id' | 'created_at'>): Promise<StoredUser | undefined> {
    const stored: StoredUser = {
      id: randomBytes(12).toString('hex'),
      ...user,
      created_at: new Date(),
    };
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const path = this.idPath(stored.id);
    await writeDurably(path, JSON.stringify(stored));
    try {
      await link(path, this.emailPath(user.email));
      return stored;
    } catch (error) {
      await rm(path, { force: true });
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
      throw error;
    }
  }

  findByEmail(email: string): Promise<StoredUser | undefined> {
    return read(this.emailPath(email));
  }

  async findById(id: string): Promise<StoredUser | undefined> {
    return /^[0-9a-f]{24}$/.test(id) ? read(this.idPath(id)) : undefined;
  }

  private emailPath(email: string): string {
    const digest = createHash('sha256').update(email).digest('hex');
    return join(this.folder, `email-${digest}.json`);
  }

  private idPath(id: string): string {
    return join(this.folder, `id-${id}.json`);
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function read(path: string): Promise<StoredUser | undefined> {
  try {
    const user = JSON.parse(await readFile(path, 'utf8')) as StoredUser;
    return { ...user, created_at: new Date(user.created_at) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
