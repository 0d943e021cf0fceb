// SPDX-License-Identifier: Apache-2.0
// An object of its own for what is precompiled to belong to.
