import { renderEnvExample } from '@tributary/config';
import { writeOrCheck } from './generated-file';

writeOrCheck('.env.example', renderEnvExample(), 'npm run env-example');
