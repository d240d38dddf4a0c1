import { afterAll } from 'vitest';
import { closeAll } from './open-apis.ts';

afterAll(closeAll);
