// SPDX-License-Identifier: GPL-3.0-or-later
// What nearly every file of the window reads, compiled once. Never included by hand: each file names what it uses.
#pragma once

#include "lockscope/admin.hpp"
#include "lockscope/monitor.hpp"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QList>
#include <QLocale>
#include <QMenu>
#include <QObject>
#include <QPainter>
#include <QPushButton>
#include <QString>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>
